import { codeLasts, type StoredCode } from '../../domain/identity/identities'
import { IdentityError, type IdentityMails } from '../../domain/identity/identity'
import { emailKey } from '../../domain/text/email'
import { newId } from '../../domain/text/ids'
import { accountOf, addressOf, hashOf, newCode, type OwnAccountsContext } from './accounts.server'

/** Letters go through the outbox, without code or address until they leave. */
export function createLetters(own: OwnAccountsContext): IdentityMails {
  const { identities } = own

  async function send(
    asked: Parameters<typeof newRequest>[0],
    more: Parameters<typeof newRequest>[1],
  ) {
    const request = newRequest(asked, more, own.now())
    await identities.request(request)
    await writeLetter(own, request)
  }

  return {
    async sendVerificationMail(idToken, language, continueUrl) {
      const { uid, email } = await accountOf(own, idToken)
      await send({ kind: 'VERIFY_EMAIL', holder: uid, uid, email, language }, { continueUrl })
    },

    /** Silent where nobody has the address. */
    async sendPasswordReset(typed, language, { continueUrl } = {}) {
      const identity = await identities.findByEmail(addressOf(typed))
      if (!identity || identity.blocked) return
      const { uid, email, tokenCount } = identity
      await send(
        { kind: 'PASSWORD_RESET', holder: uid, uid, email, language },
        { continueUrl, tokenCount },
      )
    },

    async sendEmailChange(idToken, typed, language, continueUrl) {
      const { uid, email, tokenCount } = await accountOf(own, idToken)
      const newEmail = addressOf(typed)
      if (await identities.findByEmail(newEmail))
        throw new IdentityError('email-already-in-use', 'another account has it')
      await send(
        { kind: 'VERIFY_AND_CHANGE_EMAIL', holder: uid, uid, email, language },
        { newEmail, continueUrl, tokenCount },
      )
    },

    async sendSignInLink(typed, language, { continueUrl }) {
      const email = addressOf(typed)
      await send(
        { kind: 'EMAIL_SIGNIN', holder: emailKey(email), email, language },
        { continueUrl },
      )
    },
  }
}

export function newRequest(
  asked: Pick<StoredCode, 'kind' | 'holder' | 'uid' | 'email' | 'language'>,
  more: Pick<StoredCode, 'newEmail' | 'continueUrl' | 'tokenCount'>,
  now: Date,
): StoredCode {
  const expiresAt = new Date(now.getTime() + codeLasts[asked.kind])
  return { ...asked, ...more, id: newId(now), requestedAt: now, expiresAt }
}

/** Puts the letter of a request into the outbox. */
export async function writeLetter(
  { mails }: Pick<OwnAccountsContext, 'mails'>,
  { id, requestedAt }: StoredCode,
): Promise<void> {
  const mail = { kind: 'account-link', recordId: id, dueAt: requestedAt } as const
  await mails.add([{ ...mail, key: `account-link ${id}` }], requestedAt)
}

/** The code of a letter that is about to leave; an earlier one of the same letter is void. */
export async function issueCode(
  { identities }: Pick<OwnAccountsContext, 'identities'>,
  id: string,
  now: Date,
): Promise<{ request: StoredCode; code: string } | undefined> {
  const code = newCode()
  const request = await identities.issue(id, { hash: hashOf(code) }, now)
  return request && { request, code }
}
