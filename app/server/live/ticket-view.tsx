import { renderToStaticMarkup } from 'react-dom/server'
import { availabilityText } from '~/components/desks/availability'
import { filesFor } from '~/components/tickets/attachments'
import { ThreadItems } from '~/components/tickets/thread'
import { presenceAt } from '~/domain/desks/availability'
import type { Desk } from '~/domain/desks/desks'
import type { Language } from '~/domain/text/languages'
import type { Message } from '~/domain/tickets/messages'
import { visitorWord } from '~/domain/tickets/states'
import type { Ticket } from '~/domain/tickets/tickets'
import { TranslationProvider } from '~/i18n/translation'
import { translations } from '~/i18n/translation.server'
import type { ServerContext } from '../arrival/context'

/** A visitor's conversation, as one listener is told of it. */
export interface Told {
  desk: Desk
  ticket: Ticket
  /** Of the conversation's address, which the listener has asked with. */
  secret: string
  language: Language
}

/** Messages as list items, by the component that draws the page; `before` is when the last one in front was written. */
export function drawMessages(
  { now }: ServerContext,
  { desk, ticket, secret, language }: Told,
  messages: Message[],
  before: Date | undefined,
): string {
  const i18n = translations(language)
  return renderToStaticMarkup(
    <TranslationProvider value={i18n}>
      <ThreadItems
        messages={messages}
        before={before}
        view={{
          viewer: 'visitor',
          language,
          timeZone: desk.timeZone,
          other: desk.name || i18n.t('counter:unnamed'),
          seenSeq: ticket.ownerSeenSeq,
          now: now(),
          fileAddress: filesFor(secret),
        }}
      />
    </TranslationProvider>,
  )
}

/** How far the desk has read, and the word for how the conversation stands. */
export interface Stand {
  seen: number
  word: string
}

export function standOf({ ticket, language }: Told): Stand {
  const word = translations(language).t(`chat:${visitorWord(ticket)}`)
  return { seen: ticket.ownerSeenSeq, word }
}

/** Who is at the counter, as the page says it. */
export interface CounterNews {
  here: boolean
  /** The page's sentence, in the listener's language. */
  text: string
  /** Whether an answer is being typed just now. */
  typing: boolean
}

/** How often at least the counter is looked at: it opens and is left without anybody saying so. */
const lookEvery = 60_000

/** Also returns when to look again. */
export async function lookAtCounter(
  { services, now }: ServerContext,
  { desk, ticket, language }: Told,
): Promise<{ news: CounterNews; lookAgainAt: Date }> {
  const at = now()
  const current = (await services.desks.findById(desk.id)) ?? desk
  const state = await presenceAt(services.desks, current, at, ticket.waitingSince)
  const { owner, changesAt } = await services.presence.at(ticket.id, at)
  const typing = owner === 'typing'
  return {
    news: {
      here: state.here,
      text: availabilityText(translations(language).t, language, state),
      typing,
    },
    lookAgainAt: (typing && changesAt) || new Date(at.getTime() + lookEvery),
  }
}
