import type { OwnAccount } from '../accounts/own-account'
import type { SessionUser, Tokens } from '../accounts/sessions'
import type { Language } from '../text/languages'
import type { Captcha, RecaptchaConfig } from './captcha'
import type { ClientCode } from './errors'

export interface SignedIn {
  user: SessionUser
  tokens: Tokens
  /** As in UserRecord, by the service's clock, which may be ahead of the server's. */
  validSince?: Date | null
}

export interface Credentials {
  email: string
  password: string
  captcha?: Captcha
}

export interface NewAccount extends Credentials {
  /** The address was proved before, by the set-up link; for accounts of our own alone. */
  proven?: boolean
}

export type ActionKind =
  | 'VERIFY_EMAIL'
  | 'PASSWORD_RESET'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'EMAIL_SIGNIN'

interface ActionCode {
  kind: ActionKind
  /** Empty for EMAIL_SIGNIN, whose link does not say whom it was sent to. */
  email: string
  newEmail?: string
}

interface FirstOrLaterSignIn extends SignedIn {
  isNewUser: boolean
}

/** The response of another provider's sign-in page, or an equivalent. */
export interface ProviderAnswer {
  /** The full address that the browser came back to, or our origin with a `postBody`. */
  requestUri: string
  /** The provider's POST body, or a credential: `id_token=…&providerId=google.com`. */
  postBody?: string
  /** From startProviderSignIn, kept in this browser alone (OAuth's state, for one). A secret. */
  sessionId?: string
  /** From an AccountConflict: links the refused sign-in without asking the provider again. */
  pendingToken?: string
  /** Links the provider to this account rather than signing in. */
  idToken?: string
}

/** A provider's sign-in met an existing account. */
export interface AccountConflict {
  email: string
  /** E.g. "google.com"; may be empty. */
  providers: string[]
  /** Lets finishProviderSignIn link both once the owner has signed in. A secret. */
  pendingToken?: string
}

/** Mobile clients get more time. */
export type ClientKind = 'desktop' | 'mobile'

/** Sign-in by the page of another provider. */
export interface ProviderSignIn {
  /**
   * accounts:createAuthUri: the provider's page (`authUri`) and the `sessionId` for
   * finishProviderSignIn; it returns to `continueUri`. Codes: invalid-provider-id,
   * invalid-continue-uri, unauthorized-continue-uri, provider-unreachable.
   */
  startProviderSignIn(
    providerId: string,
    continueUri: string,
  ): Promise<{ authUri: string; sessionId: string }>
  /**
   * accounts:signInWithIdp: signs in, or links to `idToken`'s account. Codes: invalid-credential,
   * rejected-credential, user-cancelled, provider-unreachable, provider-without-address; with an AccountConflict: account-exists-with-different-credential,
   * credential-already-in-use.
   */
  finishProviderSignIn(answer: ProviderAnswer, now: Date): Promise<FirstOrLaterSignIn>
  /**
   * accounts:createAuthUri: an address's methods ("password", "emailLink", "google.com"), none with
   * enumeration protection. Reveals accounts: only for addresses that a provider named, never typed
   * ones.
   */
  findSignInMethods(email: string, continueUri: string): Promise<string[]>
}

/** Every sign-in ends with accounts:lookup. */
export interface SigningIn extends ProviderSignIn {
  /**
   * accounts:signUp. Codes: email-already-in-use (even with enumeration protection), weak-password,
   * invalid-email, admin-restricted-operation.
   */
  signUp(account: NewAccount, now: Date): Promise<SignedIn>
  /**
   * accounts:signInWithPassword. Codes: invalid-credential, or without enumeration protection
   * wrong-password and user-not-found; user-disabled, multi-factor-auth-required.
   */
  signInWithPassword(credentials: Credentials, now: Date): Promise<SignedIn>
  /**
   * accounts:signInWithEmailLink: uses up the code, and may create the account. Codes:
   * invalid-action-code, expired-action-code, invalid-email (not the recipient).
   */
  signInWithEmailLink(email: string, code: string, now: Date): Promise<FirstOrLaterSignIn>
  /** securetoken /v1/token. The old refresh token may be void. See sessionFate. */
  refresh(refreshToken: string, now: Date): Promise<{ uid: string; tokens: Tokens }>
}

/**
 * accounts:sendOobCode, in the language (X-Firebase-Locale); the link ends at our `continueUrl`.
 * Codes: too-many-requests, unauthorized-continue-uri, invalid-continue-uri.
 */
export interface IdentityMails {
  /** VERIFY_EMAIL, to the account's address. Token codes: see OwnAccount. */
  sendVerificationMail(idToken: string, language: Language, continueUrl?: string): Promise<void>
  /** PASSWORD_RESET. user-not-found must not be shown. */
  sendPasswordReset(
    email: string,
    language: Language,
    options?: { continueUrl?: string; captcha?: Captcha },
  ): Promise<void>
  /** VERIFY_AND_CHANGE_EMAIL, to the new address. Codes: email-already-in-use, invalid-email. */
  sendEmailChange(
    idToken: string,
    newEmail: string,
    language: Language,
    continueUrl?: string,
  ): Promise<void>
  /** EMAIL_SIGNIN, with or without an account. Codes: operation-not-allowed. */
  sendSignInLink(
    email: string,
    language: Language,
    options: { continueUrl: string; captcha?: Captcha },
  ): Promise<void>
}

/**
 * All but checkActionCode use the code up. accounts:update does whatever the code says, so check
 * its kind first. Codes: invalid-action-code, expired-action-code, user-disabled.
 */
export interface ActionCodes {
  checkActionCode(code: string): Promise<ActionCode>
  /** accounts:update with the code alone. Returns the verified address. */
  applyVerification(code: string): Promise<{ email: string }>
  /** The old address gets an e-mail to undo it. Voids all tokens. Codes: email-already-in-use. */
  applyEmailChange(code: string, language: Language): Promise<{ email: string }>
  /** Returns the restored address. Voids all tokens. */
  recoverEmail(code: string): Promise<{ email: string }>
  /**
   * accounts:resetPassword. Verifies the address and voids all tokens. Codes also: weak-password,
   * password-does-not-meet-requirements, missing-password.
   */
  confirmPasswordReset(code: string, newPassword: string): Promise<{ email: string }>
}

/** Throws an IdentityError only, network-request-failed for a service that is down or slow. */
export interface Identity extends SigningIn, IdentityMails, ActionCodes, OwnAccount {
  recaptchaConfig(): Promise<RecaptchaConfig>
  forClient(kind: ClientKind): Identity
}

export class IdentityError extends Error {
  readonly #conflict?: AccountConflict

  constructor(
    readonly code: ClientCode,
    /** For the log; never shown to people. */
    readonly detail: string,
    options?: ErrorOptions & { conflict?: AccountConflict },
  ) {
    super(`${code} (${detail})`, options)
    this.name = 'IdentityError'
    this.#conflict = options?.conflict
  }

  /** Private underneath, so that a log of the error's properties omits its secret. */
  get conflict(): AccountConflict | undefined {
    return this.#conflict
  }
}
