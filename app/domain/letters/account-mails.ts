import type { AccountStore } from '../accounts/accounts'
import type { AccountLetters } from '../identity/account-letters'
import type { IdentityStore, StoredCode } from '../identity/identities'
import type { AccountChangeKind, AccountMailKind } from '../outbox/account-mail-kinds'
import type { RecordMail } from '../outbox/mails'
import { defaultLanguage, type Language } from '../text/languages'

export type AccountContent =
  /** `uid` of the account with the letter's address, if there is one. */
  | { kind: 'account-link'; request: StoredCode; code: string; uid?: string }
  | { kind: AccountChangeKind; uid: string; email: string; language: Language }

export interface AccountMailPorts {
  accounts: AccountStore
  accountLetters: AccountLetters
  identities: Pick<IdentityStore, 'find' | 'findByEmail'>
}

/** Undefined where a newer letter asks for the code, or the account is gone. */
export async function readAccountContent(
  { accounts, accountLetters, identities }: AccountMailPorts,
  { kind, recordId }: Pick<RecordMail, 'recordId'> & { kind: AccountMailKind },
  now: Date,
): Promise<AccountContent | undefined> {
  if (kind === 'account-link') {
    const issued = await accountLetters.issue(recordId, now)
    if (!issued) return undefined
    const { uid, email } = issued.request
    return { kind, ...issued, uid: uid ?? (await identities.findByEmail(email))?.uid }
  }
  const account = await accounts.find(recordId)
  const holder = (await identities.find(recordId)) ?? account
  if (!holder) return undefined
  const { uid, email } = holder
  return { kind, uid, email, language: account?.locale ?? defaultLanguage }
}
