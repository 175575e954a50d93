import type { z } from 'zod'
import {
  type Credentials,
  type Identity,
  IdentityError,
  type SignedIn,
} from '../../domain/identity'
import type { SessionUser } from '../../domain/sessions'
import {
  actionCodeAnswer,
  appliedAnswer,
  lookupAnswer,
  sentAnswer,
  signInAnswer,
  toSessionUser,
} from './answers'
import { type CallOptions, createCall } from './call.server'

/**
 * The identity service, by the Identity Toolkit REST API: Google's, or the official emulator's when
 * `emulatorHost` is given. The key decides the project.
 */
export function createIdentityToolkit(options: CallOptions): Identity {
  const call = createCall(options)

  async function lookup(idToken: string): Promise<SessionUser> {
    const { users } = await call('accounts:lookup', { idToken }, lookupAnswer)
    const [user] = users
    if (user.disabled) throw new IdentityError('user-disabled', 'accounts:lookup: disabled')
    return toSessionUser(user)
  }

  return {
    async signUp(credentials, now) {
      const answer = await call('accounts:signUp', tokensFor(credentials), signInAnswer)
      const user = await lookup(answer.idToken).catch((error) => {
        // The account exists by now: a failure here would tell its owner "already in use" on retry.
        if (error instanceof IdentityError && error.code === 'network-request-failed') {
          return newUser(answer, credentials)
        }
        throw error
      })
      return signedIn(answer, user, now)
    },

    async signInWithPassword(credentials, now) {
      const answer = await call('accounts:signInWithPassword', tokensFor(credentials), signInAnswer)
      return signedIn(answer, await lookup(answer.idToken), now)
    },

    lookup,

    async sendVerificationMail(idToken, language) {
      const body = { requestType: 'VERIFY_EMAIL', idToken }
      await call('accounts:sendOobCode', body, sentAnswer, { 'X-Firebase-Locale': language })
    },

    async checkActionCode(code) {
      refuseEmpty(code)
      const answer = await call('accounts:resetPassword', { oobCode: code }, actionCodeAnswer)
      return { kind: answer.requestType, email: answer.email, newEmail: answer.newEmail }
    },

    async applyVerification(code) {
      refuseEmpty(code)
      return call('accounts:update', { oobCode: code }, appliedAnswer)
    },
  }
}

function tokensFor({ email, password }: Credentials) {
  return { email, password, returnSecureToken: true }
}

function signedIn(answer: z.output<typeof signInAnswer>, user: SessionUser, now: Date): SignedIn {
  const { idToken, refreshToken, expiresIn } = answer
  const expiresAt = new Date(now.getTime() + Number(expiresIn) * 1000)
  return { user, tokens: { idToken, refreshToken, expiresAt } }
}

function newUser(answer: z.output<typeof signInAnswer>, { email }: Credentials): SessionUser {
  return {
    uid: answer.localId,
    email: answer.email || email,
    emailVerified: false,
    displayName: null,
    photoURL: null,
    providerData: [{ providerId: 'password' }],
  }
}

/** A link without its code is the person's broken link; the service would call it our mistake. */
function refuseEmpty(code: string): void {
  if (!code) throw new IdentityError('invalid-action-code', 'no code')
}
