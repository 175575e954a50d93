import { subnetOf } from '~/domain/limits/networks'
import type { LiveEvent, LiveTopic } from '~/domain/live/live'
import { arrive, leave, type TicketRef } from '~/domain/live/presence'
import { bestEffort } from '~/domain/stores'
import { arrangementOf } from '~/domain/tickets/arrangement'
import { markSeen } from '~/domain/tickets/conversations'
import type { Ticket } from '~/domain/tickets/tickets'
import { addressOf, type Visit } from '../arrival/visit'
import { logError } from '../arrival/visit-log'
import { event } from './server-sent-event'
import { noteVisitorHere } from './signs'
import type { StreamSource, Write } from './stream'
import {
  type CounterNews,
  lookAtCounter,
  renderMessages,
  type Stand,
  type Subscriber,
  standOf,
} from './ticket-view'

/** How news is written; a form leaves out what it cannot show. */
export interface TicketWriter {
  messages(html: string, lastSeq: number): string
  /** `ownSeq` is the last message's if it is the visitor's. */
  stand(stand: Stand, ownSeq: number | undefined): string
  counter(news: CounterNews): string
  /** More is missing than is sent, or messages have moved: the listener should load the page again. */
  resync?(lastSeq: number): string
}

export const eventWriter: TicketWriter = {
  messages: (html, lastSeq) => event(html, { id: lastSeq }),
  stand: (stand) => event(JSON.stringify(stand), { name: 'stand' }),
  counter: (news) => event(JSON.stringify(news), { name: 'presence' }),
  resync: (lastSeq) => event('true', { name: 'resync', id: lastSeq }),
}

/** Events after which the ticket is read again. */
const readsTicket = new Set<LiveEvent['kind']>(['ticket', 'desk-erased', 'missed'])

/** Messages read and rendered at a time. */
const together = 50

/** More than anybody catches up with by reading; the page shows the last ones. */
export const mostMissing = 500

/**
 * A visitor's ticket from `after` on, read with the visitor's own permission and rendered in the
 * visitor's language. Listening counts as being on the page, and what is sent as seen once somebody has
 * listened for a while.
 */
export class TicketSource implements StreamSource {
  readonly #ticketRef: TicketRef
  readonly #subnet: string
  #watched = false
  #before: Date | undefined
  #ownSeq: number | undefined
  #begun = false
  #lookAgainAt: Date | undefined
  /** Milliseconds since 1970 from which the visitor waited at the last look at the desk. */
  #waitingSince: number | undefined
  /** What was said last. */
  #stand = ''
  #counter = ''

  constructor(
    readonly visit: Visit,
    private subscriber: Subscriber,
    private last: number,
    /** Of what the listener shows. */
    private arrangement: number,
    readonly writer: TicketWriter,
  ) {
    const { id, deskId, number } = subscriber.ticket
    this.#ticketRef = { deskId, ticketId: id, number }
    this.#subnet = subnetOf(addressOf(visit))
  }

  get listener() {
    const { id, deskId, firstReplyAt } = this.subscriber.ticket
    return { kind: 'visitor' as const, id, deskId, answered: firstReplyAt !== undefined }
  }

  get topics(): LiveTopic[] {
    return [`ticket:${this.#ticketRef.ticketId}`, `counter:${this.#ticketRef.deskId}`]
  }

  async read(happened: LiveEvent[], write: Write) {
    const { context } = this.visit
    const desk = await context.services.desks.findById(this.subscriber.desk.id)
    if (!desk) return 'end'
    this.subscriber = { ...this.subscriber, desk }
    const wrote = happened.some(({ kind }) => readsTicket.has(kind))
    if ((!this.#begun || wrote) && !(await this.#readTicket(write))) return 'end'
    // The availability sentence also depends on who has to answer.
    const waitingSince = this.subscriber.ticket.waitingSince?.getTime()
    const stirred =
      waitingSince !== this.#waitingSince || happened.some(({ kind }) => kind !== 'ticket')
    const due = this.#lookAgainAt && this.#lookAgainAt <= context.now()
    if (!this.#begun || stirred || due) {
      const { news, lookAgainAt } = await lookAtCounter(context, this.subscriber)
      this.#lookAgainAt = lookAgainAt
      const counter = this.writer.counter(news)
      if (counter !== this.#counter) await write(counter)
      this.#counter = counter
    }
    this.#waitingSince = waitingSince
    this.#begun = true
    return this.#lookAgainAt
  }

  async beat() {
    const { context, requestId } = this.visit
    await arrive(context.services, this.#ticketRef, 'visitor', requestId, context.now())
    if (this.#watched) await noteVisitorHere(this.visit, this.subscriber.ticket, this.#subnet)
  }

  async watched() {
    this.#watched = true
    if (this.#begun) await this.#markSeen()
    await noteVisitorHere(this.visit, this.subscriber.ticket, this.#subnet)
  }

  /** Marks messages as seen, up to the last one sent. */
  async #markSeen() {
    const { context } = this.visit
    const { ticket } = this.subscriber
    await bestEffort(
      markSeen(context.services, 'visitor', ticket, this.last, context.now()),
      (error) => logError(this.visit, error),
    )
  }

  gone() {
    const { context, requestId } = this.visit
    return leave(context.services, this.#ticketRef, 'visitor', requestId, context.now())
  }

  async #readTicket(write: Write): Promise<boolean> {
    const { context } = this.visit
    const { secretHash } = this.subscriber.ticket
    const ticket = await context.services.tickets.find({ secretHash })
    if (!ticket) return false
    if (arrangementOf(ticket) !== this.arrangement) {
      await write(this.writer.resync?.(0) ?? '')
      return false
    }
    this.subscriber = { ...this.subscriber, ticket }
    if (!this.#begun) this.last = beginning(ticket, this.last)
    if (this.writer.resync && ticket.lastSeq - this.last > mostMissing) {
      this.last = ticket.lastSeq
      await write(this.writer.resync(this.last))
    }
    // Of what is new, a page without scripts shows the beginning, once.
    let readSeq = this.subscriber.fixed && !this.#begun ? ticket.visitorSeenSeq : undefined
    while (this.last < ticket.lastSeq) {
      const messages = await context.services.tickets.messages(ticket, this.last, together)
      const newest = messages.at(-1)
      if (!newest) break
      const html = renderMessages(context, { ...this.subscriber, readSeq }, messages, this.#before)
      this.last = newest.seq
      if (readSeq !== undefined && newest.seq > readSeq) readSeq = undefined
      this.#ownSeq = newest.author === 'visitor' ? newest.seq : undefined
      this.#before = newest.createdAt
      await write(this.writer.messages(html, this.last))
    }
    if (this.#watched) await this.#markSeen()
    const stand = this.writer.stand(standOf(this.subscriber), this.#ownSeq)
    if (stand !== this.#stand) await write(stand)
    this.#stand = stand
    return true
  }
}

/** A place that was never given out means the beginning. */
export function beginning(ticket: Ticket, after: number): number {
  return after > ticket.lastSeq ? 0 : after
}
