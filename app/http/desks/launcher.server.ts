import { inLanguage, type Language, type LocalizedText } from '../../domain/text/languages'
import { translations } from '../../i18n/translation.server'

/** With the language of its words, which is another where the owner wrote none in this one. */
export function launcherIn(
  launcher: LocalizedText,
  language: Language,
): { text: string; language: Language } {
  const usual = translations(language).t('chat:launcher')
  return inLanguage(launcher, language) ?? { text: usual, language }
}
