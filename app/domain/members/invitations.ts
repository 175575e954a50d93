import type { Account } from '../accounts/accounts'
import type { Member, MemberKind } from '../desks/members'
import type { NewRecordMail } from '../outbox/mails'
import { emailKey } from '../text/email'
import { newId } from '../text/ids'
import type { Language } from '../text/languages'

/** Milliseconds for which an invitation's link works. */
export const invitationLasts = 7 * 24 * 3_600_000

/** Milliseconds for which an invitation is stored after it has ended, so that its link can say why. */
export const invitationRemembered = 30 * 24 * 3_600_000

/** Open invitations of a desk. */
export const mostInvitations = 20

/** What lets an account join a desk, once. The link's secret is derived from `createKey`; only its hash is stored. */
export interface Invitation {
  id: string
  deskId: string
  /** Of the form that made it: unique at its desk. */
  createKey: string
  secretHash: string
  /** Empty once it is used or withdrawn: nobody needs it any more. */
  email: string
  kind: MemberKind
  /** Of the e-mail. */
  language: Language
  /** The manager who invites. */
  byUid: string
  createdAt: Date
  expiresAt: Date
  usedAt?: Date
  withdrawnAt?: Date
}

export type InvitationState = 'open' | 'used' | 'withdrawn' | 'expired'

export interface InvitationStore {
  /**
   * With its e-mails in the same commit. `again`: this form has invited before. `full`: the desk has
   * `most` open ones already. `refused`: who invites is no manager, or not any more.
   */
  add(
    invitation: Invitation,
    most: number,
    mails?: readonly NewRecordMail[],
  ): Promise<'added' | 'again' | 'full' | 'refused'>
  /** Neither used nor withdrawn, latest first. */
  list(deskId: string): Promise<Invitation[]>
  find(id: string): Promise<Invitation | undefined>
  findBySecret(secretHash: string): Promise<Invitation | undefined>
  /** Does nothing if it was used or withdrawn, or is another desk's. */
  withdraw(deskId: string, id: string, at: Date): Promise<void>
  /**
   * Uses the invitation and makes the account a member, in one commit. False if it is not open at
   * `member.joinedAt`, who invited is no longer a manager, or the account could not join.
   */
  accept(id: string, member: Member): Promise<boolean>
  /** Those that expired before a time, at most `limit`; returns how many. */
  removeOlder(before: Date, limit: number): Promise<number>
}

export function invitationState(
  { usedAt, withdrawnAt, expiresAt }: Invitation,
  now: Date,
): InvitationState {
  if (usedAt) return 'used'
  if (withdrawnAt) return 'withdrawn'
  return expiresAt <= now ? 'expired' : 'open'
}

export function invitedMember(
  { deskId, kind }: Pick<Invitation, 'deskId' | 'kind'>,
  { uid, name }: Pick<Member, 'uid' | 'name'>,
  now: Date,
): Member {
  return { deskId, uid, kind, name, reader: newId(now), joinedAt: now, chosenAt: now }
}

/** Who invites, with the address: anybody can take any name. */
export function inviterOf(
  members: readonly Pick<Member, 'uid' | 'name'>[],
  { uid, email }: Pick<Account, 'uid' | 'email'>,
): string {
  const name = members.find((each) => each.uid === uid)?.name
  return name ? `${name} (${email})` : email
}

/** Whether an invitation is for an account with this address, which its link alone has not shown. */
export function isInvited({ email }: Pick<Invitation, 'email'>, address: string): boolean {
  return emailKey(email) === emailKey(address)
}
