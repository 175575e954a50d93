import { ownBuckets, type RateLimitStore } from '../limits/rate-limits'
import { announce } from './announcing'
import { stateChange } from './changes'
import { assignInTurn, type RoundRobinPorts } from './round-robin'
import type { Ticket, TicketStore } from './tickets'

/** Milliseconds after the first message: programs post and go, people wait for a reply. */
const autoReleaseAfter = 45_000

interface Ports extends RoundRobinPorts {
  tickets: TicketStore
  rateLimits: RateLimitStore
}

/** Call for every sign of a visitor, from `subnet`; confirms a released ticket too. */
export async function noteVisitor(
  ports: Ports,
  ticket: Ticket,
  subnet: string,
  now: Date,
): Promise<void> {
  if (ticket.releasedAt) {
    const { deskId, number } = ticket
    await ports.tickets.move({ deskId, number }, () => ({ releasedAt: undefined }))
  }
  await releaseIfHere(ports, ticket, subnet, now)
}

/** Releases a ticket held only as one of too many, as if it had just begun; rate limited. */
async function releaseIfHere(
  ports: Ports,
  ticket: Ticket,
  subnet: string,
  now: Date,
): Promise<void> {
  if (!mayBeLetIn(ticket, now)) return
  const { tickets, rateLimits, live } = ports
  const { deskId, number } = ticket
  const buckets = [
    ...ownBuckets('repeat', { account: `stay ${deskId} ${subnet}` }),
    ...ownBuckets('begin', { account: `stay ${deskId}` }),
  ]
  if ((await rateLimits.consume(buckets, now)) > 0) return
  const moved = await tickets.move({ deskId, number }, (current) => {
    if (!mayBeLetIn(current, now)) return undefined
    const change = stateChange(current, 'release', 'desk', now)
    return change && { ...change, waitingSince: current.createdAt }
  })
  if (moved.kind !== 'moved') return
  announce(live, moved.ticket)
  await assignInTurn(ports, moved.ticket, now)
}

function mayBeLetIn({ state, heldFor, createdAt }: Ticket, now: Date): boolean {
  const stayed = now.getTime() - createdAt.getTime() >= autoReleaseAfter
  return state === 'held' && heldFor === 'crowd' && stayed
}
