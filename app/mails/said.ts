import type { Language } from '~/domain/text/languages'
import type { Message } from '~/domain/tickets/messages'
import { translations } from '~/i18n/translation.server'

/** What a message says, and which files lie beside it; the files themselves are on the page alone. */
export function said({ body, attachments = [] }: Message, language: Language): string {
  if (attachments.length === 0) return body
  const names = attachments.map(({ name }) => name).join(', ')
  const { t } = translations(language)
  return [body, t('mails:files', { count: attachments.length, names })].filter(Boolean).join('\n\n')
}
