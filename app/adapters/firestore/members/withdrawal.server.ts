import type { Transaction } from 'firebase-admin/firestore'
import type { Invitation } from '../../../domain/members/invitations'
import type { Database } from '../database/database.server'

/** Open ones of an account at all its desks. */
export async function readInvitationsBy(
  { collection }: Database,
  transaction: Transaction,
  uid: string,
): Promise<Invitation[]> {
  const { docs } = await transaction.get(collection('invitations').where('byUid', '==', uid))
  return docs
    .map((each) => each.data())
    .filter(({ usedAt, withdrawnAt }) => !usedAt && !withdrawnAt)
}

/** Those to this desk. */
export function withdrawAll(
  { document }: Database,
  transaction: Transaction,
  invitations: readonly Invitation[],
  deskId: string,
  at: Date,
): void {
  for (const each of invitations) {
    if (each.deskId !== deskId) continue
    transaction.set(document('invitations', each.id), { ...each, email: '', withdrawnAt: at })
  }
}
