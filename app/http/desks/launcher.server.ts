import { inLanguage, type Language, type LocalizedText } from '../../domain/text/languages'
import { translations } from '../../i18n/translation.server'

/** What is on the link that opens a desk's chat: the owner's words, or ours where there are none. */
export function launcherText(launcher: LocalizedText, language: Language): string {
  return inLanguage(launcher, language)?.text ?? translations(language).t('chat:launcher')
}
