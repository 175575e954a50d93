import type { LiveEvent } from '~/domain/live/live'
import { arrive, leave } from '~/domain/live/presence'
import { bestEffort } from '~/domain/stores'
import { markSeen } from '~/domain/tickets/conversations'
import type { Ticket } from '~/domain/tickets/tickets'
import type { Visit } from '../arrival/visit'
import { logError } from '../arrival/visit-log'
import { noteVisitorHere } from './auto-release'
import { event } from './server-sent-event'
import type { StreamSource } from './stream'
import {
  type CounterNews,
  drawMessages,
  lookAtCounter,
  type Stand,
  standOf,
  type Told,
} from './ticket-view'

/** How news is written; a form leaves out what it cannot show. */
export interface TicketWriter {
  messages(html: string, lastSeq: number): string
  /** `ownSeq` is the last message's if it is the visitor's. */
  stand?(stand: Stand, ownSeq: number | undefined): string
  counter?(news: CounterNews): string
  /** More is missing than is sent: the listener should load the page again. */
  resync?(lastSeq: number): string
}

export const eventWriter: TicketWriter = {
  messages: (html, lastSeq) => event(html, { id: lastSeq }),
  stand: (stand) => event(JSON.stringify(stand), { name: 'stand' }),
  counter: (news) => event(JSON.stringify(news), { name: 'presence' }),
  resync: (lastSeq) => event(`${lastSeq}`, { name: 'resync', id: lastSeq }),
}

/** Events after which the ticket is read again. */
const readsTicket = new Set<LiveEvent['kind']>(['ticket', 'desk-erased', 'missed'])

/** Messages read and drawn at a time. */
const together = 50

/** More than anybody catches up with by reading; the page shows the last ones. */
export const mostMissing = 500

/**
 * A visitor's ticket from `after` on, read with the visitor's own permission and drawn in the
 * visitor's language. Listening counts as being on the page.
 */
export function ticketSource(
  visit: Visit,
  told: Told,
  after: number,
  writer: TicketWriter,
): StreamSource {
  const { context, requestId } = visit
  const { services, sharedReads, now } = context
  const { id: ticketId, deskId, number, secretHash } = told.ticket
  const scope = { secretHash }
  const place = { deskId, ticketId, number }
  let last = after
  let before: Date | undefined
  let ownSeq: number | undefined
  let current = told
  let begun = false
  let lookAgainAt: Date | undefined
  /** Milliseconds since 1970 from which the visitor waited at the last look at the desk. */
  let turn: number | undefined
  const said = new Map<string, string>()

  /** The text unless it is what was said last. */
  function ifNews(kind: string, text = ''): string {
    const news = said.get(kind) === text ? '' : text
    said.set(kind, text)
    return news
  }

  /** What all windows of this visitor want at once is read and drawn once. */
  function shared<Result>(what: string, read: () => Promise<Result>): Promise<Result> {
    return sharedReads.once(told.secret, `${what} ${told.language}`, read)
  }

  function readMessages(ticket: Ticket, after: number, before: Date | undefined) {
    return shared(`messages ${after} ${before?.getTime()}`, async () => {
      const messages = await services.tickets.messages(ticket, after, together)
      const html = messages.length > 0 ? drawMessages(context, current, messages, before) : ''
      return { newest: messages.at(-1), html }
    })
  }

  async function readTicket(write: (text: string) => Promise<void>): Promise<boolean> {
    const ticket = await shared('ticket', () => services.tickets.find(scope))
    if (!ticket) return false
    if (ticket.id !== ticketId) {
      // Merged into another ticket meanwhile, where the messages have other places.
      await write(writer.resync?.(0) ?? '')
      return false
    }
    current = { ...told, ticket }
    if (!begun) last = beginning(ticket, after)
    if (writer.resync && ticket.lastSeq - last > mostMissing) {
      last = ticket.lastSeq
      await write(writer.resync(last))
    }
    while (last < ticket.lastSeq) {
      const { newest, html } = await readMessages(ticket, last, before)
      if (!newest) break
      last = newest.seq
      ownSeq = newest.author === 'visitor' ? newest.seq : undefined
      before = newest.createdAt
      await write(writer.messages(html, last))
    }
    await shared('seen', () =>
      bestEffort(markSeen(services, 'visitor', ticket), (error) => logError(visit, error)),
    )
    await write(ifNews('stand', writer.stand?.(standOf(current), ownSeq)))
    return true
  }

  async function readCounter(write: (text: string) => Promise<void>) {
    if (!writer.counter) return
    const looked = await shared('counter', () => lookAtCounter(context, current))
    lookAgainAt = looked.lookAgainAt
    await write(ifNews('counter', writer.counter(looked.news)))
  }

  return {
    listener: {
      kind: 'visitor',
      id: ticketId,
      deskId,
      answered: told.ticket.firstReplyAt !== undefined,
    },
    topics: [`ticket:${ticketId}`, `counter:${deskId}`],
    heard: () => sharedReads.heard(told.secret),
    async read(happened, write) {
      const wrote = happened.some(({ kind }) => readsTicket.has(kind))
      if ((!begun || wrote) && !(await readTicket(write))) return 'end'
      // The desk's sentence also depends on whose turn it is.
      const turned = current.ticket.waitingSince?.getTime() !== turn
      turn = current.ticket.waitingSince?.getTime()
      const stirred = happened.some(({ kind }) => kind !== 'ticket')
      const due = lookAgainAt && lookAgainAt <= now()
      if (!begun || turned || stirred || due) await readCounter(write)
      begun = true
      return lookAgainAt
    },
    async beat() {
      await arrive(services, place, 'visitor', requestId, now())
      await noteVisitorHere(visit, current.ticket)
    },
    gone: () => leave(services, place, 'visitor', requestId, now()),
  }
}

/** A place that was never given out means the beginning. */
export function beginning(ticket: Ticket, after: number): number {
  return after > ticket.lastSeq ? 0 : after
}
