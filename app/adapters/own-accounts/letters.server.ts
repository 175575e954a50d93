import type { MailedCode } from '../../domain/identity/account-letters'
import { codeLasts, type StoredCode, type StoredIdentity } from '../../domain/identity/identities'
import { IdentityError, type IdentityMails } from '../../domain/identity/identity'
import type { NewRecordMail } from '../../domain/outbox/mails'
import { emailKey } from '../../domain/text/email'
import { newId } from '../../domain/text/ids'
import { defaultLanguage, type Language } from '../../domain/text/languages'
import { accountOf, addressOf, hashOf, newCode, type OwnAccountsContext } from './accounts.server'

/** Letters go through the outbox, without code or address until they leave. */
export function createLetters(own: OwnAccountsContext): IdentityMails {
  const { identities } = own

  async function send(request: StoredCode) {
    await identities.request(request, [letterOf(request)])
  }

  return {
    async sendVerificationMail(idToken, language, continueUrl) {
      const { uid, email } = await accountOf(own, idToken)
      const asked = { kind: 'VERIFY_EMAIL', holder: uid, uid, email, language } as const
      await send(newRequest(asked, { continueUrl }, own.now()))
    },

    /** Silent where nobody has the address. */
    async sendPasswordReset(typed, language, { continueUrl } = {}) {
      const identity = await identities.findByEmail(addressOf(typed))
      if (!identity || identity.blocked) return
      await send(resetRequest(identity, language, { continueUrl }, own.now()))
    },

    async sendEmailChange(idToken, typed, language, continueUrl) {
      const { uid, email, tokenCount } = await accountOf(own, idToken)
      const newEmail = addressOf(typed)
      if (await identities.findByEmail(newEmail))
        throw new IdentityError('email-already-in-use', 'another account has it')
      const asked = { kind: 'VERIFY_AND_CHANGE_EMAIL', holder: uid, uid, email, language } as const
      await send(newRequest(asked, { newEmail, continueUrl, tokenCount }, own.now()))
    },

    async sendSignInLink(typed, language, { continueUrl }) {
      const email = addressOf(typed)
      const asked = { kind: 'EMAIL_SIGNIN', holder: emailKey(email), email, language } as const
      await send(newRequest(asked, { continueUrl }, own.now()))
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

export function letterOf({ id, requestedAt }: StoredCode): NewRecordMail {
  return { key: `account-link ${id}`, kind: 'account-link', recordId: id, dueAt: requestedAt }
}

/** As if its letter had left. */
export async function issueReset(
  own: Pick<OwnAccountsContext, 'identities'>,
  identity: StoredIdentity,
  now: Date,
): Promise<MailedCode> {
  const request = resetRequest(identity, defaultLanguage, {}, now)
  await own.identities.request(request)
  const issued = await issueCode(own, request.id, now)
  if (!issued) throw new Error('Another letter was asked for at the same moment')
  return issued
}

function resetRequest(
  { uid, email, tokenCount }: StoredIdentity,
  language: Language,
  more: Pick<StoredCode, 'continueUrl'>,
  now: Date,
): StoredCode {
  const asked = { kind: 'PASSWORD_RESET', holder: uid, uid, email, language } as const
  return newRequest(asked, { ...more, tokenCount }, now)
}

/** The code of a letter that is about to leave; an earlier one of the same letter is void. */
export async function issueCode(
  { identities }: Pick<OwnAccountsContext, 'identities'>,
  id: string,
  now: Date,
): Promise<MailedCode | undefined> {
  const code = newCode()
  const request = await identities.issue(id, { hash: hashOf(code) }, now)
  return request && { request, code }
}
