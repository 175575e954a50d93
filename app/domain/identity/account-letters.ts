import type { StoredCode, StoredIdentity } from './identities'

export interface MailedCode {
  request: StoredCode
  code: string
}

/** Makes the codes of letters that this server writes to its own accounts. */
export interface AccountLetters {
  /**
   * Of a letter that is about to leave: only the hash of its code is kept, so that each try has another.
   * Undefined where it is asked for no more.
   */
  issue(id: string, now: Date): Promise<MailedCode | undefined>
  /** A code to choose a new password, for the operator to pass on. */
  resetCode(identity: StoredIdentity, now: Date): Promise<MailedCode>
}

/** Where another service keeps the accounts and writes to them. */
export const noAccountLetters: AccountLetters = {
  issue: async () => undefined,
  async resetCode() {
    throw new Error('These accounts are kept elsewhere')
  },
}
