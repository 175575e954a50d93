import type { Language } from '~/domain/text/languages'
import type { Message } from '~/domain/tickets/messages'
import { translations } from '~/i18n/translation.server'

export function said({ body, attachments: all = [], mail }: Message, language: Language): string {
  // The e-mail that a message came as is named only where it is all there is.
  const attachments = all.filter(({ id }) => !body || id !== mail?.original)
  if (attachments.length === 0) return body
  const names = attachments.map(({ name }) => name).join(', ')
  const { t } = translations(language)
  return [body, t('mails:files', { count: attachments.length, names })].filter(Boolean).join('\n\n')
}
