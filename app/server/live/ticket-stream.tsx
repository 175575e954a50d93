import { renderToStaticMarkup } from 'react-dom/server'
import { ThreadItems } from '~/components/thread'
import { markSeen } from '~/domain/conversations'
import type { Desk } from '~/domain/desks'
import type { Language } from '~/domain/languages'
import type { Message } from '~/domain/messages'
import { visitorWord } from '~/domain/ticket-states'
import { messagesPerPage, type Ticket } from '~/domain/tickets'
import { TranslationProvider } from '~/i18n/translation'
import { translations } from '~/i18n/translation.server'
import type { Visit } from '../visit'
import { event, type StreamSource } from './stream'

/** How what is new is written down. */
export interface TicketWriter {
  messages(html: string, lastSeq: number): string
  /** How far the desk has read, and the word for how the conversation stands. */
  stand(seen: number, word: string): string
}

export const eventWriter: TicketWriter = {
  messages: (html, lastSeq) => event(html, { id: lastSeq }),
  stand: (seen, word) => event(JSON.stringify({ seen, word }), { name: 'stand' }),
}

/** A page that is already on show can only grow. */
export const pageWriter: TicketWriter = { messages: (html) => html, stand: () => '' }

/**
 * A visitor's ticket from `after` on: each reading is done with the visitor's own right, and drawn
 * in the visitor's language by the component that draws the page.
 */
export function ticketSource(
  { context }: Visit,
  {
    desk,
    ticket,
    language,
    after,
  }: { desk: Desk; ticket: Ticket; language: Language; after: number },
  writer: TicketWriter,
): StreamSource {
  const { services, now } = context
  const scope = { secretHash: ticket.secretHash }
  const i18n = translations(language)
  let last = after
  let before: Date | undefined
  let stood = ''

  return {
    topics: [`ticket:${ticket.id}`],
    async read() {
      const current = await services.tickets.find(scope)
      if (!current) return undefined
      let text = ''
      for (;;) {
        const messages = await services.tickets.messages(scope, last, messagesPerPage)
        const newest = messages.at(-1)
        if (!newest) break
        last = newest.seq
        text += writer.messages(draw(messages, current), last)
        before = newest.createdAt
      }
      await markSeen(services, scope, 'visitor', current)
      const stand = writer.stand(current.ownerSeenSeq, i18n.t(`chat.${visitorWord(current)}`))
      if (stand !== stood) text += stand
      stood = stand
      return text
    },
  }

  function draw(messages: Message[], { ownerSeenSeq }: Ticket): string {
    return renderToStaticMarkup(
      <TranslationProvider value={i18n}>
        <ThreadItems
          messages={messages}
          before={before}
          view={{
            viewer: 'visitor',
            language,
            timeZone: desk.timeZone,
            other: desk.name || i18n.t('counter.unnamed'),
            seenSeq: ownerSeenSeq,
            now: now(),
          }}
        />
      </TranslationProvider>,
    )
  }
}
