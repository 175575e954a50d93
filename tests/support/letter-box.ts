import type { AccountLetters } from '../../app/domain/identity/account-letters'
import type { ActionKind } from '../../app/domain/identity/identity'
import type { Stores } from '../../app/domain/stores'

export interface LetterBox {
  /** What was sent to an address, in order; to a new address and to the one that it replaces alike. */
  sent(email: string, kind: ActionKind): Promise<{ code: string; continueUrl?: string }[]>
}

/** Takes letters to own accounts out of an outbox, as if they had left. */
export function letterBox(
  { mails, accountLetters }: Pick<Stores, 'mails'> & { accountLetters: AccountLetters },
  now: () => Date,
): LetterBox {
  const all: { emails: string[]; kind: ActionKind; code: string; continueUrl?: string }[] = []

  async function deliver() {
    for (const { kind, key, ...mail } of await mails.listDue(now(), 1_000)) {
      if (kind !== 'account-link' || !('recordId' in mail)) continue
      const letter = await accountLetters.issue(mail.recordId, now())
      await mails.change(key, now(), () => ({ state: 'sent', dueAt: undefined }))
      if (!letter) continue
      const { kind: action, email, newEmail = email, continueUrl } = letter.request
      const emails = action === 'VERIFY_AND_CHANGE_EMAIL' ? [email, newEmail] : [email]
      all.push({ emails, kind: action, code: letter.code, continueUrl })
    }
  }

  return {
    async sent(email, kind) {
      await deliver()
      return all.filter((each) => each.kind === kind && each.emails.includes(email))
    },
  }
}
