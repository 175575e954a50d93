import type { Language } from '~/domain/text/languages'
import type { Message } from '~/domain/tickets/messages'
import { translations } from '~/i18n/translation.server'

/** The files of a message and whom it went to besides, in a line each. */
export function besideWords(message: Message, language: Language): string[] {
  const { body, attachments: all = [], copies = [], mail } = message
  const { t } = translations(language)
  // The e-mail that a message came as is named only where it is all there is.
  const attachments = all.filter(({ id }) => !body || id !== mail?.original)
  const count = attachments.length
  const names = attachments.map(({ name }) => name).join(', ')
  return [
    ...(count > 0 ? [t('mails:files', { count, names })] : []),
    ...(copies.length > 0 ? [t('mails:alsoTo', { addresses: copies.join(', ') })] : []),
  ]
}
