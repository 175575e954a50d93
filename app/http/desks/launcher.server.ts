import { inLanguage, type Language, type LocalizedText } from '../../domain/text/languages'
import { translations } from '../../i18n/translation.server'

export function launcherText(launcher: LocalizedText, language: Language): string {
  return inLanguage(launcher, language)?.text ?? translations(language).t('chat:launcher')
}
