import { memberKind, membersOf } from '../../../domain/members/member-records'
import { changed } from '../../../domain/records/records'
import type { RoundRobin } from '../../../domain/tickets/round-robin'
import type { Database } from '../database/database.server'
import { readingIn, write } from '../records/records.server'
import { changeTicket } from './changes.server'
import { findTicket } from './rows.server'

export function createRoundRobin({ kysely }: Database): RoundRobin {
  return {
    assign: (scope, decide) =>
      kysely.transaction().execute(async (transaction) => {
        const ticket = await findTicket(transaction, scope)
        if (!ticket) return { kind: 'unknown' }
        const { deskId } = ticket
        const members = await membersOf(readingIn(transaction), deskId)
        const assignment = decide(ticket, members)
        const member = members.find(({ uid }) => uid === assignment?.uid)
        if (!assignment || !member) return { kind: 'refused', ticket }
        const { lastInTurn, change } = assignment
        await write(transaction, [changed(memberKind, member, { ...member, lastInTurn })])
        return { kind: 'moved', ticket: await changeTicket(transaction, ticket, change) }
      }),
  }
}
