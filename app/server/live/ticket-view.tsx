import { renderToStaticMarkup } from 'react-dom/server'
import { availabilityText } from '~/components/desks/availability'
import { filesFor } from '~/components/tickets/attachments'
import { bylineForGuests } from '~/components/tickets/byline.server'
import { shownMessage } from '~/components/tickets/shown-message.server'
import { ThreadItems } from '~/components/tickets/thread'
import { presenceAt } from '~/domain/desks/availability'
import type { Desk } from '~/domain/desks/desks'
import type { Language } from '~/domain/text/languages'
import { inOrderOfTime, type Message, signed } from '~/domain/tickets/messages'
import { askedAt, visitorWord } from '~/domain/tickets/states'
import type { Ticket } from '~/domain/tickets/tickets'
import { localizedPath } from '~/i18n/addresses'
import { TranslationProvider } from '~/i18n/translation'
import { translations } from '~/i18n/translation.server'
import type { ServerContext } from '../arrival/context'

export interface Subscriber {
  desk: Desk
  ticket: Ticket
  secret: string
  language: Language
  /** See `ThreadView`. */
  fixed?: boolean
  readSeq?: number
}

/**
 * Messages as list items, rendered by the page's component; `before` is when the preceding one was
 * written.
 */
export function renderMessages(
  { now }: ServerContext,
  { desk, ticket, secret, language, fixed, readSeq }: Subscriber,
  messages: Message[],
  before: Date | undefined,
): string {
  const i18n = translations(language)
  const byline = bylineForGuests(desk)
  // The whole page knows whose browser it is in.
  const wayOnPage = ({ seq }: Message) => {
    const address = localizedPath(`/chat?${new URLSearchParams({ t: secret })}&all`, language)
    const text = i18n.t('chat:split.where')
    return { text, address: `${address}#m-${seq}`, target: '_parent' as const }
  }
  return renderToStaticMarkup(
    <TranslationProvider value={i18n}>
      <ThreadItems
        messages={inOrderOfTime(messages).map((message) => ({
          ...shownMessage(signed(message, byline), 'visitor', language),
          ...(message.kind === 'split' && { way: wayOnPage(message) }),
        }))}
        before={before}
        view={{
          viewer: 'visitor',
          language,
          timeZone: desk.timeZone,
          other: desk.name || i18n.t('counter:unnamed'),
          seenSeq: ticket.ownerSeenSeq,
          readSeq,
          now: fixed ? undefined : now(),
          fileAddress: filesFor(secret),
          fixed,
        }}
      />
    </TranslationProvider>,
  )
}

/** How far the desk has read, and the state of the conversation in words. */
export interface Stand {
  seen: number
  word: string
}

export function standOf({ ticket, language }: Subscriber): Stand {
  const word = translations(language).t(`chat:${visitorWord(ticket)}`)
  return { seen: ticket.ownerSeenSeq, word }
}

export interface CounterNews {
  here: boolean
  text: string
  typing: boolean
}

/** Milliseconds between looks at the desk, which opens and empties without an event. */
const lookEvery = 60_000

/** Also returns when to look again. */
export async function lookAtCounter(
  { services, now }: ServerContext,
  { desk, ticket, language }: Subscriber,
): Promise<{ news: CounterNews; lookAgainAt: Date }> {
  const at = now()
  const state = await presenceAt(services.desks, desk, at, { since: askedAt(ticket, at) })
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
