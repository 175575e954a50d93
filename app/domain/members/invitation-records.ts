import type { Kind } from '../records/kinds'
import { type Change, changed, type Reading } from '../records/records'
import type { Invitation } from './invitations'

export const invitationKind: Kind<Invitation, 'ofDesk' | 'bySecret' | 'byInviter' | 'byEnd'> = {
  noun: 'invitation',
  table: 'invitations',
  cells: {
    id: 'text',
    deskId: 'text',
    createKey: 'text',
    secretHash: 'text',
    email: 'text',
    kind: 'text',
    language: 'text',
    byUid: 'text',
    createdAt: 'time',
    expiresAt: 'time',
    usedAt: 'time',
    withdrawnAt: 'time',
  },
  key: ['id'],
  desk: 'deskId',
  lists: {
    ofDesk: { by: ['deskId'], order: 'createdAt', descending: true },
    bySecret: { by: ['secretHash'] },
    byInviter: { by: ['deskId', 'byUid'] },
    byEnd: { by: [], order: 'expiresAt' },
  },
}

/** A range: neither used nor withdrawn. */
export const unended = { where: { usedAt: undefined, withdrawnAt: undefined } }

/** What a commit changes to withdraw the open invitations that a member has sent. */
export async function invitationsWithdrawn(
  read: Reading,
  sent: Pick<Invitation, 'deskId' | 'byUid'>,
  at: Date,
): Promise<Change[]> {
  const open = await read.list(invitationKind, 'byInviter', sent, unended)
  return open.map((each) => ended(each, { withdrawnAt: at }))
}

/** Nobody needs its address any more. */
export function ended(before: Invitation, how: Pick<Invitation, 'usedAt' | 'withdrawnAt'>): Change {
  return changed(invitationKind, before, { ...before, ...how, email: '' })
}
