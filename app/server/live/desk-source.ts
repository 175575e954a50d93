import { attend, type Place, type Whereabouts } from '~/domain/presence'
import type { Ticket } from '~/domain/tickets'
import type { ServerContext } from '../context'
import type { OwnerAtDesk } from './owner'
import { event, type StreamSource } from './stream'

/** How often an owner who only listens is noted as being there. */
const attendEvery = 60_000

/**
 * What happens at an owner's desk: numbers of tickets and how many are open, nothing of their words;
 * where something waits that nobody has read; and where visitors are. An idle listener is a page
 * that nobody looks at: it does not count as being at the desk.
 */
export function deskSource(
  { services, now }: ServerContext,
  { session, desk }: OwnerAtDesk,
  idle: boolean,
): StreamSource {
  /** The conversations of which it was said last that somebody is there. */
  const inhabited = new Map<string, Place & { said: Whereabouts }>()
  /** The last message of each ticket of which it was said that nobody has read it. */
  const unreadTold = new Map<string, number>()
  let attendedAt = desk.attendedAt
  let begun = false

  async function tellOf(numbers: number[]): Promise<string> {
    const { open } = await services.tickets.count(desk.id)
    const tickets = await Promise.all(
      numbers.map((number) => services.tickets.find({ deskId: desk.id, number })),
    )
    return tickets
      .map((ticket, index) => {
        const unread = ticket !== undefined && isNews(ticket)
        const news = { number: numbers[index], open, ...(unread && { unread }) }
        return event(JSON.stringify(news), { name: 'desk' })
      })
      .join('')
  }

  /** Whether a message waits unread of which this was not said before: it is news once. */
  function isNews({ id, state, ownerSeenSeq, lastSeq }: Ticket): boolean {
    if (state !== 'open' || ownerSeenSeq >= lastSeq || unreadTold.get(id) === lastSeq) return false
    unreadTold.set(id, lastSeq)
    return true
  }

  async function look(places: Place[], write: (text: string) => Promise<void>) {
    let lookAgainAt: Date | undefined
    let text = ''
    for (const place of places) {
      const { visitor, changesAt } = await services.presence.at(place.ticketId, now())
      if (visitor !== (inhabited.get(place.ticketId)?.said ?? 'away')) {
        const { number } = place
        text += event(JSON.stringify({ number, visitor }), { name: 'presence' })
      }
      if (visitor === 'away') inhabited.delete(place.ticketId)
      else inhabited.set(place.ticketId, { ...place, said: visitor })
      if (changesAt && !(lookAgainAt && lookAgainAt <= changesAt)) lookAgainAt = changesAt
    }
    await write(text)
    return lookAgainAt
  }

  return {
    listener: { kind: 'session', id: session.idHash },
    topics: [`desk:${desk.id}`, `session:${session.idHash}`],
    async read(happened, write) {
      if (happened.some(({ kind }) => kind === 'session-ended')) return 'end'
      // It may have ended after it was asked for, and before anybody listened.
      if (!begun && !(await services.sessions.find(session.idHash))) return 'end'
      const numbers = happened.flatMap((each) => (each.kind === 'ticket' ? [each.number] : []))
      if (numbers.length > 0) await write(await tellOf([...new Set(numbers)]))
      const around = begun ? [] : await services.presence.around(desk.id, now())
      begun = true
      const stirred = happened.flatMap((each) => (each.kind === 'presence' ? [each] : []))
      const places = [...inhabited.values(), ...around, ...stirred]
      return look([...new Map(places.map((place) => [place.ticketId, place])).values()], write)
    },
    async beat() {
      const at = now()
      if (idle || (attendedAt && at.getTime() - attendedAt.getTime() < attendEvery)) return
      await attend(services, { ...desk, attendedAt }, at)
      attendedAt = at
    },
  }
}
