import type { StoredCode } from './identities'

/** Makes the codes of letters that this server writes to its own accounts. */
export interface AccountLetters {
  /**
   * Of a letter that is about to leave: only the hash of its code is kept, so that each try has another.
   * Undefined where it is asked for no more.
   */
  issue(id: string, now: Date): Promise<{ request: StoredCode; code: string } | undefined>
}

/** Where another service keeps the accounts and writes to them. */
export const noAccountLetters: AccountLetters = { issue: async () => undefined }
