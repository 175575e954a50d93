import { byJoining } from '../../../domain/desks/members'
import type { RoundRobin } from '../../../domain/tickets/round-robin'
import type { Moved } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import { changeTicket } from './changes.server'
import type { TicketLookup } from './lookup.server'
import { toTicket } from './records.server'

export function createRoundRobin(database: Database, lookup: TicketLookup): RoundRobin {
  const { collection, document } = database
  return {
    async assign(scope, decide) {
      const assigned = await lookup.change(scope, async (transaction, record): Promise<Moved> => {
        const ticket = toTicket(record)
        const { deskId } = ticket
        const found = await transaction.get(collection('members').where('deskId', '==', deskId))
        const members = found.docs.map((each) => each.data()).sort(byJoining)
        const assignment = decide(ticket, members)
        const member = members.find(({ uid }) => uid === assignment?.uid)
        if (!assignment || !member) return { kind: 'refused', ticket }
        const { uid, lastInTurn, change } = assignment
        transaction.set(document('members', deskId, uid), { ...member, lastInTurn })
        return { kind: 'moved', ticket: changeTicket(database, transaction, record, change) }
      })
      return assigned ?? { kind: 'unknown' }
    },
  }
}
