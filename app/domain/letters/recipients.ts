import type { Account, AccountStore } from '../accounts/accounts'
import type { Member, MemberStore } from '../desks/members'

/**
 * The `reader` of an e-mail to this member. Undefined for who founded the desk: e-mails of versions
 * without members went to them, and so keep their keys.
 */
export function readerOfMail({ deskId, reader }: Pick<Member, 'deskId' | 'reader'>) {
  return reader === deskId ? undefined : reader
}

/** As the end of a key. */
export function keyEnd(member: Pick<Member, 'deskId' | 'reader'>): string {
  const reader = readerOfMail(member)
  return reader === undefined ? '' : ` ${reader}`
}

/** Undefined once they have left, and without a verified address. */
export async function findRecipient(
  { accounts, members }: { accounts: AccountStore; members: MemberStore },
  deskId: string,
  reader: string | undefined,
): Promise<{ member: Member; account: Account } | undefined> {
  const all = await members.list(deskId)
  const member = all.find((each) => readerOfMail(each) === reader)
  const account = member && (await accounts.find(member.uid))
  return member && account?.emailVerified ? { member, account } : undefined
}
