import type { LiveBus } from '../live/live'
import type { Mailer } from '../outbox/mailer'
import { announce } from '../tickets/announcing'
import type { TicketScope } from '../tickets/scopes'
import type { TicketStore } from '../tickets/tickets'
import { type BulkMoved, forEachTicket } from '../tickets/work'
import type { ErasedTicket, ErasureStore } from './erasure'

interface Ports {
  erasure: ErasureStore
  mailer: Pick<Mailer, 'forget'>
  live: LiveBus
}

/** Notifies its listeners; jobs erase its rows. Returns what the store hid. */
export async function eraseTicket(ports: Ports, scope: TicketScope, now: Date) {
  return finish(ports, await ports.erasure.hideTicket(scope, now))
}

/** For owners, who may erase held tickets only; each decided alone, at most a hundred. */
export async function eraseHeldTickets(
  ports: Ports & { tickets: TicketStore },
  deskId: string,
  numbers: readonly number[],
  now: Date,
): Promise<BulkMoved> {
  return forEachTicket(numbers, async (number) => {
    const ticket = await ports.tickets.find({ deskId, number })
    const held = ticket?.state === 'held'
    if (held) await eraseTicket(ports, { deskId, number }, now)
    return held ? 'moved' : ticket ? 'refused' : 'unknown'
  })
}

export async function eraseOldTickets(
  ports: Ports,
  deskId: string,
  before: Date,
  limit: number,
  now: Date,
) {
  return finish(ports, await ports.erasure.hideOldTickets(deskId, before, limit, now))
}

async function finish({ mailer, live }: Ports, erased: ErasedTicket[]): Promise<ErasedTicket[]> {
  for (const ticket of erased) announce(live, ticket)
  const [first] = erased
  const ids = erased.map(({ id }) => id)
  if (first) await mailer.forget(first.deskId, ids)
  return erased
}
