import { mailsAdded } from '../outbox/mail-records'
import { created, type Reading, type Records } from '../records/records'
import { ended, invitationKind, unended } from './invitation-records'
import { type Invitation, type InvitationStore, invitationState } from './invitations'
import { joining, memberKind } from './member-records'

const changing = (deskId: string) => [`invitations ${deskId}`]

export function createInvitationStore(records: Records): InvitationStore {
  return {
    add: (invitation, most, mails = []) =>
      records.commit(changing(invitation.deskId), async (read) => {
        const { deskId, createKey, createdAt } = invitation
        const all = await read.list(invitationKind, 'ofDesk', { deskId })
        if (all.some((each) => each.createKey === createKey)) return { result: 'again' }
        if (!(await isByManager(read, invitation))) return { result: 'refused' }
        const open = all.filter((each) => invitationState(each, createdAt) === 'open')
        if (open.length >= most) return { result: 'full' }
        const added = await mailsAdded(read, mails, createdAt)
        return { result: 'added', changes: [created(invitationKind, invitation), ...added] }
      }),

    list: (deskId) => records.list(invitationKind, 'ofDesk', { deskId }, unended),

    find: (id) => records.get(invitationKind, id),

    async findBySecret(secretHash) {
      return (await records.list(invitationKind, 'bySecret', { secretHash }))[0]
    },

    withdraw: (deskId, id, at) =>
      records.commit(changing(deskId), async (read) => {
        const invitation = await read.get(invitationKind, id)
        const isOpen =
          invitation?.deskId === deskId && !invitation.usedAt && !invitation.withdrawnAt
        return {
          result: undefined,
          changes: isOpen ? [ended(invitation, { withdrawnAt: at })] : [],
        }
      }),

    accept: (id, member) =>
      records.commit([...changing(member.deskId), `desk ${member.deskId}`], async (read) => {
        const invitation = await read.get(invitationKind, id)
        if (invitation?.deskId !== member.deskId) return { result: false }
        if (invitationState(invitation, member.joinedAt) !== 'open') return { result: false }
        const joined = (await isByManager(read, invitation)) && (await joining(read, member))
        if (!joined) return { result: false }
        return {
          result: true,
          changes: [...joined, ended(invitation, { usedAt: member.joinedAt })],
        }
      }),

    removeOlder: (before, limit) =>
      records.clear(invitationKind, 'byEnd', {}, { until: before, limit }),
  }
}

/** Whether who invites is a manager now. */
async function isByManager(
  read: Reading,
  { deskId, byUid }: Pick<Invitation, 'deskId' | 'byUid'>,
): Promise<boolean> {
  return (await read.get(memberKind, deskId, byUid))?.kind === 'manager'
}
