import type { z } from 'zod'
import type { UserRecord } from '../../domain/accounts/own-account'
import type { SessionUser, Tokens } from '../../domain/accounts/sessions'
import {
  type Credentials,
  IdentityError,
  type SignedIn,
  type SigningIn,
} from '../../domain/identity/identity'
import { signInForms, usualForm } from '../../domain/identity/passwords'
import {
  authUriAnswer,
  emailLinkAnswer,
  providerSignInAnswer,
  refreshAnswer,
  signInAnswer,
  signInMethodsAnswer,
  type tokensAnswer,
} from './answers'
import type { Calls } from './call.server'
import { captchaFields, withCaptcha } from './captcha'
import { refuseEmptyCode } from './required'
import { httpsOnly } from './users'

/** Scopes beyond the identity; the other providers send enough by default. */
const scopes = new Map([['google.com', 'openid email profile']])

type Found = Pick<UserRecord, 'user' | 'validSince'>

type Lookup = (idToken: string) => Promise<Found>

export function createSigningIn(calls: Calls, lookup: Lookup): SigningIn {
  /** The user as looked up, else as in the sign-in's response: its proof is used up, so no retry. */
  async function lookupOr(fallback: SessionUser, idToken: string): Promise<Found> {
    return lookup(idToken).catch((error) => {
      if (error instanceof IdentityError && error.code === 'network-request-failed')
        return { user: fallback, validSince: null }
      throw error
    })
  }

  return {
    async signUp(credentials, now) {
      const { email, captcha } = credentials
      const proof = { email, password: usualForm(credentials.password) }
      const answer = await withCaptcha(captcha, (captcha) =>
        calls.account('accounts:signUp', passwordProof(proof, captcha), signInAnswer),
      )
      const fallback = knownByAddress(answer.localId, answer.email || credentials.email, false)
      return signedIn(answer, await lookupOr(fallback, answer.idToken), now)
    },

    async signInWithPassword({ email, password, captcha }, now) {
      const attempt = (password: string) =>
        withCaptcha(captcha, (captcha) => {
          const body = passwordProof({ email, password }, captcha)
          return calls.account('accounts:signInWithPassword', body, signInAnswer)
        })
      const [usual, other] = signInForms(password)
      const answer = await attempt(usual).catch((refusal) => {
        if (other === undefined || !isWrongPassword(refusal)) throw refusal
        return attempt(other).catch(() => Promise.reject(refusal))
      })
      return signedIn(answer, await lookup(answer.idToken), now)
    },

    async signInWithEmailLink(email, code, now) {
      refuseEmptyCode(code)
      const body = { email, oobCode: code }
      const answer = await calls.account('accounts:signInWithEmailLink', body, emailLinkAnswer)
      const fallback = knownByAddress(answer.localId, answer.email || email, true)
      const found = await lookupOr(fallback, answer.idToken)
      return { ...signedIn(answer, found, now), isNewUser: answer.isNewUser }
    },

    async startProviderSignIn(providerId, continueUri) {
      // Otherwise Google puts its response behind a `#`, which a server never sees.
      const authFlowType = providerId === 'google.com' ? ('CODE_FLOW' as const) : undefined
      const body = { providerId, continueUri, oauthScope: scopes.get(providerId), authFlowType }
      return calls.account('accounts:createAuthUri', body, authUriAnswer)
    },

    async finishProviderSignIn(given, now) {
      const { requestUri, postBody, sessionId, pendingToken, idToken } = given
      const proof = { requestUri, postBody, sessionId, pendingToken, idToken }
      const body = { ...proof, returnSecureToken: true, returnIdpCredential: true } as const
      const answer = await calls.account('accounts:signInWithIdp', body, providerSignInAnswer)
      const fallback = {
        ...knownByAddress(answer.localId, answer.email, answer.emailVerified),
        displayName: answer.displayName || null,
        photoURL: httpsOnly(answer.photoUrl),
        providerData: [{ providerId: answer.providerId }],
      }
      const found = await lookupOr(fallback, answer.idToken)
      return { ...signedIn(answer, found, now), isNewUser: answer.isNewUser }
    },

    async findSignInMethods(email, continueUri) {
      const body = { identifier: email, continueUri }
      const answer = await calls.account('accounts:createAuthUri', body, signInMethodsAnswer)
      return answer.signinMethods
    },

    async refresh(refreshToken, now) {
      const answer = await calls.token(refreshToken, refreshAnswer)
      const tokens = toTokens(
        {
          idToken: answer.id_token,
          refreshToken: answer.refresh_token,
          expiresIn: answer.expires_in,
        },
        now,
      )
      return { uid: answer.user_id, tokens }
    },
  }
}

/** `now` is when the tokens were asked for. */
export function toTokens(answer: z.output<typeof tokensAnswer>, now: Date): Tokens {
  const { idToken, refreshToken, expiresIn } = answer
  const expiresAt = new Date(now.getTime() + Number(expiresIn) * 1000)
  return { idToken, refreshToken, expiresAt }
}

function signedIn(
  answer: z.output<typeof tokensAnswer>,
  { user, validSince }: Found,
  now: Date,
): SignedIn {
  return { user, tokens: toTokens(answer, now), validSince }
}

function isWrongPassword(error: unknown): boolean {
  const codes = ['invalid-credential', 'wrong-password']
  return error instanceof IdentityError && codes.includes(error.code)
}

function passwordProof({ email, password }: Credentials, captcha: string | undefined) {
  const proof = { email, password, returnSecureToken: true as const }
  return { ...proof, captchaResponse: captcha, ...captchaFields(captcha) }
}

function knownByAddress(uid: string, email: string, emailVerified: boolean): SessionUser {
  return {
    uid,
    email,
    emailVerified,
    displayName: null,
    photoURL: null,
    providerData: [{ providerId: 'password' }],
  }
}
