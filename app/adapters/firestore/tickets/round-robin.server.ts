import { memberKind, membersOf } from '../../../domain/members/member-records'
import { changed } from '../../../domain/records/records'
import type { RoundRobin } from '../../../domain/tickets/round-robin'
import type { Moved } from '../../../domain/tickets/tickets'
import type { Database } from '../database/database.server'
import { readingIn, write } from '../records/records.server'
import { changeTicket } from './changes.server'
import type { TicketLookup } from './lookup.server'
import { toTicket } from './records.server'

export function createRoundRobin(database: Database, lookup: TicketLookup): RoundRobin {
  return {
    async assign(scope, decide) {
      const assigned = await lookup.change(scope, async (transaction, record): Promise<Moved> => {
        const ticket = toTicket(record)
        const { deskId } = ticket
        const members = await membersOf(readingIn(database, transaction), deskId)
        const assignment = decide(ticket, members)
        const member = members.find(({ uid }) => uid === assignment?.uid)
        if (!assignment || !member) return { kind: 'refused', ticket }
        const { lastInTurn, change } = assignment
        write(database, transaction, [changed(memberKind, member, { ...member, lastInTurn })])
        return { kind: 'moved', ticket: changeTicket(database, transaction, record, change) }
      })
      return assigned ?? { kind: 'unknown' }
    },
  }
}
