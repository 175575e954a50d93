import type { Services } from '~/config'
import type { LiveEvent } from '~/domain/live/live'
import { type Attendance, othersIn, type TicketRef } from '~/domain/live/presence'
import { isSamePage } from '~/domain/live/visited-page'
import { hasUnread, type ReadingMember } from '~/domain/tickets/reading'
import type { Ticket } from '~/domain/tickets/tickets'
import { Reader } from './reader'
import { event } from './server-sent-event'

interface DeskListener {
  member: ReadingMember & { uid: string }
  hear(text: string): void
  /** The feed ends because the news could not be read. */
  fail(error: unknown): void
}

/** What happens at desks, read and written once for all listeners of a desk. */
export interface DeskFeeds {
  /** Sends the current presence, then every change; returns a function that unsubscribes. */
  join(deskId: string, listener: DeskListener): () => void
}

/** `ticket` where a visitor waits and wrote last. */
interface TicketNews {
  number: number
  open: number
  ticket?: Ticket
}

interface Present extends Pick<Attendance, 'visitor' | 'members' | 'page'> {
  ticketRef: TicketRef
  lookAgainAt: number
}

type PresenceText = (member: { uid: string }) => string

type Ports = Pick<Services, 'live' | 'presence' | 'tickets'>

/** Joins it; returns how to leave. */
type Feed = (listener: DeskListener) => () => void

/** Tickets that are remembered for a member; a message in an older one is announced once more. */
const mostAnnounced = 1_000

export function createDeskFeeds(services: Ports, now: () => Date): DeskFeeds {
  const feeds = new Map<string, Feed>()
  return {
    join(deskId, listener) {
      const closed = () => {
        if (feeds.get(deskId) === feed) feeds.delete(deskId)
      }
      const feed = feeds.get(deskId) ?? openFeed(services, deskId, now, closed)
      feeds.set(deskId, feed)
      return feed(listener)
    },
  }
}

/**
 * Sends numbers of tickets, the count of open ones, unread news and visitors' presence; no message
 * text.
 */
function openFeed(
  { live, presence, tickets }: Ports,
  deskId: string,
  now: () => Date,
  closed: () => void,
): Feed {
  const listeners = new Set<DeskListener>()
  const pending: LiveEvent[] = []
  /** Tickets at which somebody is, and when to check them again. */
  const present = new Map<string, Present>()
  /** The last message announced as unread, by ticket, to each member who listens. */
  const announced = new Map<string, Map<string, number>>()
  let begun = false
  let lookAgainAt = Number.POSITIVE_INFINITY

  const reader = new Reader({ read, fail })
  const subscription = live.subscribe(`desk:${deskId}`, (happened) => {
    pending.push(happened)
    reader.wake()
  })
  subscription.then(() => reader.wake(), fail)

  async function read() {
    const happened = pending.splice(0)
    const gap = happened.some(({ kind }) => kind === 'missed')
    if (gap) {
      present.clear()
      begun = false
    }
    const begins = gap ? event('{}', { name: 'desk' }) : ''
    const news = await ticketNews(happened)
    const ends = await presenceNews(happened)
    const texts = new Map<string, string>()
    for (const { member, hear } of listeners) {
      const text =
        texts.get(member.reader) ?? begins + news.map(textFor(member)).join('') + ends(member)
      texts.set(member.reader, text)
      if (text) hear(text)
    }
    return Number.isFinite(lookAgainAt) ? lookAgainAt - now().getTime() : undefined
  }

  async function ticketNews(happened: LiveEvent[]): Promise<TicketNews[]> {
    const numbers = happened.flatMap((each) => (each.kind === 'ticket' ? [each.number] : []))
    if (numbers.length === 0) return []
    const { open } = await tickets.count(deskId)
    const news = [...new Set(numbers)].map(async (number) => {
      const scope = { deskId, number }
      const ticket = await tickets.find(scope)
      if (ticket?.state !== 'open') return { number, open }
      const [last] = await tickets.messages({ ...scope, id: ticket.id }, ticket.lastSeq - 1, 1)
      return { number, open, ...(last?.author === 'visitor' && { ticket }) }
    })
    return Promise.all(news)
  }

  /** A member's own windows announce each message once. */
  function textFor(member: ReadingMember) {
    return ({ number, open, ticket }: TicketNews): string => {
      const unread = ticket !== undefined && isNews(ticket, member)
      return event(JSON.stringify({ number, open, ...(unread && { unread }) }), { name: 'desk' })
    }
  }

  function isNews(ticket: Ticket, member: ReadingMember): boolean {
    const own = announced.get(member.reader) ?? new Map<string, number>()
    announced.set(member.reader, own)
    const last = own.get(ticket.id)
    own.delete(ticket.id)
    if (!hasUnread(ticket, member)) return false
    own.set(ticket.id, ticket.lastSeq)
    const [oldest] = own.keys()
    if (oldest !== undefined && own.size > mostAnnounced) own.delete(oldest)
    return last !== ticket.lastSeq
  }

  /**
   * Checks only tickets with an event or an expired sign, however many others there are.
   */
  async function presenceNews(happened: LiveEvent[]): Promise<PresenceText> {
    const at = now()
    if (!begun) {
      const around = await presence.around(deskId, at)
      begun = true
      return together(around.map((each) => note(each, each)))
    }
    const ticketRefs = new Map<string, TicketRef>()
    for (const each of happened) if (each.kind === 'presence') ticketRefs.set(each.ticketId, each)
    if (lookAgainAt <= at.getTime()) {
      for (const [id, each] of present) {
        if (each.lookAgainAt <= at.getTime()) ticketRefs.set(id, each.ticketRef)
      }
    }
    const news = [...ticketRefs.values()].map(async (ticketRef) =>
      note(ticketRef, await presence.at(ticketRef.ticketId, at)),
    )
    const text = together(await Promise.all(news))
    if (lookAgainAt <= at.getTime()) {
      lookAgainAt = Number.POSITIVE_INFINITY
      for (const each of present.values()) lookAgainAt = Math.min(lookAgainAt, each.lookAgainAt)
    }
    return text
  }

  function note(ticketRef: TicketRef, { changesAt, ...attendance }: Attendance): PresenceText {
    const { visitor, members, page } = attendance
    const before = present.get(ticketRef.ticketId)
    if (!changesAt) present.delete(ticketRef.ticketId)
    else {
      const next = changesAt.getTime()
      present.set(ticketRef.ticketId, { ticketRef, visitor, members, page, lookAgainAt: next })
      lookAgainAt = Math.min(lookAgainAt, next)
    }
    return presenceText({ ticketRef, visitor, members, page }, before)
  }

  function close() {
    reader.stop()
    subscription.then((unsubscribe) => unsubscribe()).catch(() => undefined)
    closed()
  }

  function fail(error: unknown) {
    close()
    for (const listener of listeners) listener.fail(error)
  }

  return (listener) => {
    listeners.add(listener)
    const text = together([...present.values()].map((each) => presenceText(each)))(listener.member)
    if (text) listener.hear(text)
    return () => {
      listeners.delete(listener)
      const { reader: left } = listener.member
      if ([...listeners].every(({ member }) => member.reader !== left)) announced.delete(left)
      if (listeners.size === 0) close()
    }
  }
}

/**
 * What differs for a member: the visitor's presence and page, and that other members came, left, type or
 * stopped.
 */
function presenceText(
  { ticketRef: { number }, visitor, members, page }: Omit<Present, 'lookAgainAt'>,
  before: Pick<Present, 'visitor' | 'members' | 'page'> = { visitor: 'away', members: [] },
): PresenceText {
  return ({ uid }) => {
    const others = othersIn({ members }, uid).join() !== othersIn(before, uid).join()
    const moved = !isSamePage(page, before.page)
    if (visitor === before.visitor && !moved && !others) return ''
    const news = {
      number,
      ...(visitor !== before.visitor && { visitor }),
      ...(moved && { page: page ?? null }),
      ...(others && { others }),
    }
    return event(JSON.stringify(news), { name: 'presence' })
  }
}

function together(texts: PresenceText[]): PresenceText {
  return (member) => texts.map((text) => text(member)).join('')
}
