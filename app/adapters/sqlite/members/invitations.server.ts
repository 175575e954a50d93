import type { Kysely, Selectable } from 'kysely'
import {
  type Invitation,
  type InvitationStore,
  invitationState,
} from '../../../domain/members/invitations'
import type { Language } from '../../../domain/text/languages'
import type { Database } from '../database/database.server'
import { optionalDate, type Schema, toRow } from '../database/schema.server'
import { isDeskThere } from '../erasure/visible.server'
import { addMails } from '../outbox/mails.server'
import { joinDesk } from './members.server'
import { withdrawing } from './withdrawal.server'

export function createInvitationStore({ kysely }: Database): InvitationStore {
  const visible = () =>
    kysely.selectFrom('invitations').selectAll().where(isDeskThere('invitations.deskId'))
  return {
    add: (invitation, most, mails = []) =>
      kysely.transaction().execute(async (transaction) => {
        const all = await transaction
          .selectFrom('invitations')
          .selectAll()
          .where('deskId', '=', invitation.deskId)
          .execute()
        if (all.some(({ createKey }) => createKey === invitation.createKey)) return 'again'
        if (!(await isManagerOf(transaction, invitation))) return 'refused'
        const open = all
          .map(toInvitation)
          .filter((each) => invitationState(each, invitation.createdAt) === 'open')
        if (open.length >= most) return 'full'
        await transaction.insertInto('invitations').values(toCells(invitation)).execute()
        await addMails(transaction, mails, invitation.createdAt)
        return 'added'
      }),

    async list(deskId) {
      const rows = await visible()
        .where('deskId', '=', deskId)
        .where('usedAt', 'is', null)
        .where('withdrawnAt', 'is', null)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toInvitation)
    },

    async find(id) {
      const row = await visible().where('id', '=', id).executeTakeFirst()
      return row && toInvitation(row)
    },

    async findBySecret(secretHash) {
      const row = await visible().where('secretHash', '=', secretHash).executeTakeFirst()
      return row && toInvitation(row)
    },

    async withdraw(deskId, id, at) {
      await withdrawing(kysely, at).where('deskId', '=', deskId).where('id', '=', id).execute()
    },

    accept: (id, member) =>
      kysely.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('invitations')
          .selectAll()
          .where('id', '=', id)
          .where('deskId', '=', member.deskId)
          .executeTakeFirst()
        if (!row || invitationState(toInvitation(row), member.joinedAt) !== 'open') return false
        if (!(await isManagerOf(transaction, row))) return false
        if (!(await joinDesk(transaction, member))) return false
        await transaction
          .updateTable('invitations')
          .set({ usedAt: member.joinedAt.getTime(), email: '' })
          .where('id', '=', id)
          .execute()
        return true
      }),

    async removeOlder(before, limit) {
      const { numDeletedRows } = await kysely
        .deleteFrom('invitations')
        .where('id', 'in', (old) =>
          old
            .selectFrom('invitations')
            .select('id')
            .where('expiresAt', '<', before.getTime())
            .limit(limit),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

/** Whether who invites is a manager now. */
async function isManagerOf(
  transaction: Kysely<Schema>,
  { deskId, byUid }: Pick<Invitation, 'deskId' | 'byUid'>,
): Promise<boolean> {
  const inviter = await transaction
    .selectFrom('members')
    .select('uid')
    .where('deskId', '=', deskId)
    .where('uid', '=', byUid)
    .where('kind', '=', 'manager')
    .executeTakeFirst()
  return inviter !== undefined
}

export function toCells(invitation: Invitation) {
  const { usedAt, withdrawnAt, ...always } = invitation
  return { ...toRow(always), ...toRow({ usedAt, withdrawnAt }) }
}

export function toInvitation(row: Selectable<Schema['invitations']>): Invitation {
  return {
    ...row,
    language: row.language as Language,
    createdAt: new Date(row.createdAt),
    expiresAt: new Date(row.expiresAt),
    usedAt: optionalDate(row.usedAt),
    withdrawnAt: optionalDate(row.withdrawnAt),
  }
}
