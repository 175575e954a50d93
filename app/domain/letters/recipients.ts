import type { Account, AccountStore } from '../accounts/accounts'
import { type Member, type MemberStore, readerOfMail } from '../desks/members'
import type { NewRecordMail } from '../outbox/mails'

/** As the end of a key. */
export function keyEnd(member: Pick<Member, 'deskId' | 'reader'>): string {
  const reader = readerOfMail(member)
  return reader === undefined ? '' : ` ${reader}`
}

/** An e-mail for each manager of a desk. */
export async function toManagers(
  { members }: { members: MemberStore },
  deskId: string,
  mail: Omit<NewRecordMail, 'reader'>,
): Promise<NewRecordMail[]> {
  return (await members.list(deskId))
    .filter(({ kind }) => kind === 'manager')
    .map((member) => ({ ...mail, key: mail.key + keyEnd(member), reader: readerOfMail(member) }))
}

/** Undefined once they have left or are a colleague, and without a verified address. */
export async function findManager(
  ports: { accounts: AccountStore; members: MemberStore },
  deskId: string,
  reader: string | undefined,
): Promise<Account | undefined> {
  const found = await findRecipient(ports, deskId, reader)
  return found?.member.kind === 'manager' ? found.account : undefined
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
