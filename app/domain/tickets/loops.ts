import type { LiveBus } from '../live/live'
import { entry, stateChange } from './changes'
import { append } from './conversations'
import type { Message } from './messages'
import { outcome } from './states'
import type { Ticket, TicketStore } from './tickets'
import { newestIn, sound, type Writing } from './writing'

/** Milliseconds and messages of both sides: what people do not write by e-mail. */
const loopWithin = 10 * 60_000
const loopLength = 20

/** Messages of each side among them. */
const loopShare = 5

/** Messages that are looked at, as notes and what came by copy do not count. */
const loopWindow = 2 * loopLength

/** Two programs that answer each other, whatever their headers say. For a ticket that gets an e-mail. */
export async function isLoop(tickets: TicketStore, ticket: Ticket, now: Date): Promise<boolean> {
  const { id, deskId, number, lastSeq } = ticket
  if (lastSeq < loopLength || !mayBeHeld(ticket)) return false
  const after = Math.max(0, lastSeq - loopWindow)
  return areLoop(await tickets.messages({ id, deskId, number }, after, loopWindow), now)
}

/** Of the last messages of a ticket, notes included. */
export function areLoop(
  messages: readonly Pick<Message, 'author' | 'kind' | 'mail' | 'createdAt'>[],
  now: Date,
): boolean {
  const counted = messages.filter(({ kind, mail }) => kind === 'text' && !mail?.byCopy)
  const last = counted.slice(-loopLength)
  const answers = last.filter(({ author }) => author === 'owner').length
  const since = now.getTime() - loopWithin
  return (
    last.length === loopLength &&
    answers >= loopShare &&
    last.length - answers >= loopShare &&
    last.every((each) => isQuick(each, since))
  )
}

/** A guest at the page writes as fast as they like. */
function isQuick(
  { author, mail, createdAt }: Pick<Message, 'author' | 'mail' | 'createdAt'>,
  since: number,
): boolean {
  return createdAt.getTime() > since && (author === 'owner' || mail !== undefined)
}

/** Adds the message and holds the ticket until a person releases it: no e-mail leaves meanwhile. */
export function holdLoop(
  ports: { tickets: TicketStore; live: LiveBus },
  secretHash: string,
  said: Writing,
  now: Date,
) {
  const writing = sound(said)
  return append(ports, { secretHash }, 'visitor', 'text', writing, now, (ticket) => {
    const held = mayBeHeld(ticket) ? stateChange(ticket, 'block', 'desk', now) : undefined
    const history = [entry('desk', 'held', 'loop', now)]
    const newest = newestIn({ ...writing, author: 'visitor' })
    return (
      held && { ...held, heldFor: 'loop', beforeBlock: undefined, ...newest, lastAt: now, history }
    )
  })
}

function mayBeHeld({ state }: Ticket): boolean {
  return state !== 'held' && outcome(state, 'visitor-writes') === 'open'
}
