import type { RoundRobin } from '../../../domain/tickets/round-robin'
import type { Database } from '../database/database.server'
import { listMembers } from '../members/members.server'
import { changeTicket } from './changes.server'
import { findTicket } from './rows.server'

export function createRoundRobin({ kysely }: Database): RoundRobin {
  return {
    assign: (scope, decide) =>
      kysely.transaction().execute(async (transaction) => {
        const ticket = await findTicket(transaction, scope)
        if (!ticket) return { kind: 'unknown' }
        const { deskId } = ticket
        const assignment = decide(ticket, await listMembers(transaction, deskId))
        if (!assignment) return { kind: 'refused', ticket }
        const { uid, lastInTurn, change } = assignment
        await transaction
          .updateTable('members')
          .set({ lastInTurn })
          .where('deskId', '=', deskId)
          .where('uid', '=', uid)
          .execute()
        return { kind: 'moved', ticket: await changeTicket(transaction, ticket, change) }
      }),
  }
}
