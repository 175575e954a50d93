import type { ClientCode } from './identity-errors'
import type { Language } from './languages'
import type { SessionUser, Tokens } from './sessions'

/** A sign-in that succeeded: who it is, and the tokens that prove it to the identity service. */
export interface SignedIn {
  user: SessionUser
  tokens: Tokens
}

export interface Credentials {
  email: string
  password: string
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
  email: string
  newEmail?: string
}

/**
 * The identity service. Every method throws an IdentityError for what the service refuses and for
 * a service that is down, slow or answers nonsense; it throws nothing else.
 */
export interface Identity {
  /** accounts:signUp, then lookup: makes an account with e-mail and password. */
  signUp(credentials: Credentials, now: Date): Promise<SignedIn>
  /** accounts:signInWithPassword, then lookup. */
  signInWithPassword(credentials: Credentials, now: Date): Promise<SignedIn>
  /** accounts:lookup: the user as the service knows it now. */
  lookup(idToken: string): Promise<SessionUser>
  /** accounts:sendOobCode VERIFY_EMAIL; the mail is written in the language (X-Firebase-Locale). */
  sendVerificationMail(idToken: string, language: Language): Promise<void>
  /** accounts:resetPassword with the code alone: says what it is for and does not use it up. */
  checkActionCode(code: string): Promise<ActionCode>
  /** accounts:update with the code alone: applies it, once. Answers the verified address. */
  applyVerification(code: string): Promise<{ email: string }>
}

/** A failure of an identity call: a code for the program, the service's own words for the log only. */
export class IdentityError extends Error {
  constructor(
    readonly code: ClientCode,
    /** The service's code or what went wrong on the way; never shown to a person. */
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`${code} (${detail})`, options)
    this.name = 'IdentityError'
  }
}
