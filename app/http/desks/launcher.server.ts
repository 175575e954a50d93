import { inLanguage, type Language, type LocalizedText } from '../../domain/text/languages'
import { translations } from '../../i18n/translation.server'

/** The owner's text or our default. */
export function launcherText(launcher: LocalizedText, language: Language): string {
  return inLanguage(launcher, language)?.text ?? translations(language).t('chat:launcher')
}
