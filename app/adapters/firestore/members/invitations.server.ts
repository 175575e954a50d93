import { isManager } from '../../../domain/desks/members'
import {
  type Invitation,
  type InvitationStore,
  invitationState,
} from '../../../domain/members/invitations'
import { mailsAdded } from '../../../domain/outbox/mail-records'
import type { Database } from '../database/database.server'
import { documentsOf, firstOf, listOf } from '../database/documents.server'
import { removeAll } from '../database/removal.server'
import { readDesk } from '../desks/recent-desk.server'
import { readingIn, write } from '../records/records.server'
import { readMembers } from './members.server'

export function createInvitationStore(database: Database): InvitationStore {
  const { collection, document, transact } = database
  const ofDesk = (deskId: string) => collection('invitations').where('deskId', '==', deskId)
  const visible = async (invitation: Invitation | undefined) =>
    invitation && (await readDesk(database, invitation.deskId)) ? invitation : undefined

  return {
    add: (invitation, most, mails = []) =>
      transact([`invitations ${invitation.deskId}`], async (transaction) => {
        const { members } = await readMembers(database, transaction, invitation.deskId)
        const { docs } = await transaction.get(ofDesk(invitation.deskId))
        const all = docs.map((each) => each.data())
        if (all.some(({ createKey }) => createKey === invitation.createKey)) return 'again'
        if (!isManager(members, invitation.byUid)) return 'refused'
        const open = all.filter((each) => invitationState(each, invitation.createdAt) === 'open')
        if (open.length >= most) return 'full'
        const read = readingIn(database, transaction)
        const added = await mailsAdded(read, mails, invitation.createdAt)
        transaction.create(document('invitations', invitation.id), invitation)
        write(database, transaction, added)
        return 'added'
      }),

    async list(deskId) {
      if (!(await readDesk(database, deskId))) return []
      return (await listOf(ofDesk(deskId)))
        .filter(({ usedAt, withdrawnAt }) => !usedAt && !withdrawnAt)
        .sort((one, other) => {
          const between = other.createdAt.getTime() - one.createdAt.getTime()
          return between || (one.id < other.id ? -1 : 1)
        })
    },

    find: async (id) => visible((await document('invitations', id).get()).data()),

    findBySecret: async (secretHash) =>
      visible(await firstOf(collection('invitations').where('secretHash', '==', secretHash))),

    withdraw: (deskId, id, at) =>
      transact([`invitations ${deskId}`], async (transaction) => {
        const reference = document('invitations', id)
        const invitation = (await transaction.get(reference)).data()
        if (invitation?.deskId !== deskId || invitation.usedAt || invitation.withdrawnAt) return
        transaction.set(reference, { ...invitation, email: '', withdrawnAt: at })
      }),

    accept: (id, member) =>
      transact([`invitations ${member.deskId}`, `desk ${member.deskId}`], async (transaction) => {
        const reference = document('invitations', id)
        const joined = document('members', member.deskId, member.uid)
        const invitation = (await transaction.get(reference)).data()
        const known = (await transaction.get(joined)).exists
        const { members, settle } = await readMembers(database, transaction, member.deskId)
        const account = (await transaction.get(document('accounts', member.uid))).exists
        if (invitation?.deskId !== member.deskId || known || !account) return false
        if (invitationState(invitation, member.joinedAt) !== 'open') return false
        if (!isManager(members, invitation.byUid) || !settle([...members, member])) return false
        transaction.create(joined, member)
        transaction.set(reference, { ...invitation, email: '', usedAt: member.joinedAt })
        return true
      }),

    async removeOlder(before, limit) {
      const old = collection('invitations').where('expiresAt', '<', before).limit(limit)
      return removeAll(database, await documentsOf(old))
    },
  }
}
