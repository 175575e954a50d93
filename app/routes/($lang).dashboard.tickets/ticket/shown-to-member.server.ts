import { shownMessage } from '~/components/tickets/shown-message.server'
import type { ShownMessage } from '~/components/tickets/thread'
import type { Desk } from '~/domain/desks/desks'
import type { Language } from '~/domain/text/languages'
import { withMentions } from '~/domain/tickets/mentions'
import { type Byline, type Message, signed } from '~/domain/tickets/messages'
import { translations } from '~/i18n/translation.server'

export function shownToMember(
  message: Message,
  subject: string | undefined,
  byline: Byline,
  desk: Desk,
  language: Language,
): ShownMessage {
  const named = message.kind === 'note' ? withMentions(message.body, desk) : undefined
  // Who looks has no byline.
  const you = translations(language).t('mailmarks:you')
  const sent = { forwardedBy: you, ...signed(message, byline) }
  return { ...shownMessage(sent, 'owner', language, subject), ...(named && { named }) }
}
