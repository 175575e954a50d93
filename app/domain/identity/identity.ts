import type { OwnAccount } from '../accounts/own-account'
import type { SessionUser, Tokens } from '../accounts/sessions'
import type { Language } from '../text/languages'
import type { Captcha, RecaptchaConfig } from './captcha'
import type { ClientCode } from './errors'

/** A sign-in that succeeded: who it is, and the tokens that prove it to the identity service. */
export interface SignedIn {
  user: SessionUser
  tokens: Tokens
}

export interface Credentials {
  email: string
  password: string
  captcha?: Captcha
}

/** What the code in a mail's link is for, as the identity service names it. */
export type ActionKind =
  | 'VERIFY_EMAIL'
  | 'PASSWORD_RESET'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'EMAIL_SIGNIN'

export interface ActionCode {
  kind: ActionKind
  /** Empty for EMAIL_SIGNIN: who has the link must know whom it was sent to. */
  email: string
  newEmail?: string
}

/** A sign-in that may have made the account. */
export interface FirstOrLaterSignIn extends SignedIn {
  isNewUser: boolean
}

/** What came back from another provider's sign-in page, or stands for it. */
export interface ProviderAnswer {
  /** The full address that the browser came back to, or our own origin with a `postBody`. */
  requestUri: string
  /** What the provider sent by POST, or a credential: `id_token=…&providerId=google.com`. */
  postBody?: string
  /** Of startProviderSignIn, kept in this browser's care in between (OAuth's state). */
  sessionId?: string
  /** Of an AccountConflict: links the refused sign-in without asking the provider again. */
  pendingToken?: string
  /** Links the provider to this signed-in account instead of signing in. */
  idToken?: string
}

/** Why another provider's sign-in met an account that is there already. */
export interface AccountConflict {
  email: string
  /** The providers by which the account is signed in to, e.g. "google.com"; may be empty. */
  providers: string[]
  /** Lets finishProviderSignIn link the two, once the account's owner has signed in. A secret. */
  pendingToken?: string
}

/** Who waits for the answer; mobile lines get more time. */
export type ClientKind = 'desktop' | 'mobile'

/** The ways to prove who one is. Each sign-in ends with accounts:lookup. */
export interface SigningIn {
  /**
   * accounts:signUp: makes an account with e-mail and password. Codes: email-already-in-use (even
   * with enumeration protection), weak-password, invalid-email, admin-restricted-operation.
   */
  signUp(credentials: Credentials, now: Date): Promise<SignedIn>
  /**
   * accounts:signInWithPassword. Codes: invalid-credential, or without enumeration protection
   * wrong-password and user-not-found; user-disabled, multi-factor-auth-required.
   */
  signInWithPassword(credentials: Credentials, now: Date): Promise<SignedIn>
  /**
   * accounts:signInWithEmailLink: uses up the code of a sign-in mail; makes the account if there is
   * none. Codes: invalid-action-code, expired-action-code, invalid-email (not whom it was sent to).
   */
  signInWithEmailLink(email: string, code: string, now: Date): Promise<FirstOrLaterSignIn>
  /**
   * accounts:createAuthUri: where to send the browser (`authUri`) to sign in with a provider, e.g.
   * "google.com", and the `sessionId` that finishProviderSignIn needs. `continueUri` is the page it
   * comes back to. Codes: invalid-provider-id, invalid-continue-uri, unauthorized-continue-uri.
   */
  startProviderSignIn(
    providerId: string,
    continueUri: string,
  ): Promise<{ authUri: string; sessionId: string }>
  /**
   * accounts:signInWithIdp: signs in with what a provider answered, or links it to `idToken`'s
   * account. Codes: invalid-credential, rejected-credential, user-cancelled, and with an
   * AccountConflict: account-exists-with-different-credential, credential-already-in-use.
   */
  finishProviderSignIn(answer: ProviderAnswer, now: Date): Promise<FirstOrLaterSignIn>
  /**
   * accounts:createAuthUri: the ways to sign in with an address ("password", "emailLink",
   * "google.com"); with enumeration protection always none. Tells who has an account: only
   * for an address that a provider named, never for one that somebody typed.
   */
  findSignInMethods(email: string, continueUri: string): Promise<string[]>
  /**
   * securetoken /v1/token: new tokens for a refresh token; keep the new refresh token, the old one
   * may be void. Codes: sessionFate in tokens.ts says which end a session.
   */
  refresh(refreshToken: string, now: Date): Promise<{ uid: string; tokens: Tokens }>
}

/**
 * accounts:sendOobCode: mails of the identity service, written in the language (X-Firebase-Locale).
 * `continueUrl` is a page of ours that the link leads to at last. Codes: too-many-requests,
 * unauthorized-continue-uri, invalid-continue-uri.
 */
export interface IdentityMails {
  /** VERIFY_EMAIL, to the address of the signed-in account. Codes of its token: see OwnAccount. */
  sendVerificationMail(idToken: string, language: Language, continueUrl?: string): Promise<void>
  /**
   * PASSWORD_RESET. Without enumeration protection user-not-found for an address that has no
   * account: tell the person the same either way.
   */
  sendPasswordReset(
    email: string,
    language: Language,
    options?: { continueUrl?: string; captcha?: Captcha },
  ): Promise<void>
  /**
   * VERIFY_AND_CHANGE_EMAIL, to the new address; nothing changes until its code is applied. Codes:
   * email-already-in-use, invalid-email, missing-email, and of the token: see OwnAccount.
   */
  sendEmailChange(
    idToken: string,
    newEmail: string,
    language: Language,
    continueUrl?: string,
  ): Promise<void>
  /** EMAIL_SIGNIN, whether or not there is an account. Codes: operation-not-allowed. */
  sendSignInLink(
    email: string,
    language: Language,
    options: { continueUrl: string; captcha?: Captcha },
  ): Promise<void>
}

/**
 * What the link of a mail does. Only checkActionCode leaves the code as it is; the others use it up.
 * The service takes the three that are accounts:update for one call and does what the code says, so
 * check its kind before. Codes: invalid-action-code, expired-action-code, user-disabled.
 */
export interface ActionCodes {
  /** accounts:resetPassword with the code alone: says what it is for. */
  checkActionCode(code: string): Promise<ActionCode>
  /** accounts:update with the code alone. Returns the verified address. */
  applyVerification(code: string): Promise<{ email: string }>
  /**
   * The same for a new address, which it answers. The old address gets a mail in the language, to
   * take it back. All tokens become void. Codes also: email-already-in-use.
   */
  applyEmailChange(code: string, language: Language): Promise<{ email: string }>
  /** The same for an address that is taken back, which it answers. All tokens become void. */
  recoverEmail(code: string): Promise<{ email: string }>
  /**
   * accounts:resetPassword with the new password; the address counts as verified and all tokens
   * become void. Codes also: weak-password, password-does-not-meet-requirements, missing-password.
   */
  confirmPasswordReset(code: string, newPassword: string): Promise<{ email: string }>
}

/**
 * The identity service. Every method throws an IdentityError for what the service refuses and for
 * a service that is down, slow or answers nonsense (network-request-failed); it throws nothing else.
 */
export interface Identity extends SigningIn, IdentityMails, ActionCodes, OwnAccount {
  /** GET v2/recaptchaConfig. */
  recaptchaConfig(): Promise<RecaptchaConfig>
  /** The same service, with the patience that this kind of client is due. */
  forClient(kind: ClientKind): Identity
}

/** A failure of an identity call: a code for the program, the service's own words for the log only. */
export class IdentityError extends Error {
  readonly #conflict?: AccountConflict

  constructor(
    readonly code: ClientCode,
    /** The service's code or what went wrong on the way; never shown to a person. */
    readonly detail: string,
    options?: ErrorOptions & { conflict?: AccountConflict },
  ) {
    super(`${code} (${detail})`, options)
    this.name = 'IdentityError'
    this.#conflict = options?.conflict
  }

  /** Private underneath, so that a log which writes an error's properties keeps its secret. */
  get conflict(): AccountConflict | undefined {
    return this.#conflict
  }
}
