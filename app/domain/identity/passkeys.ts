import type { PasskeyMailKind } from '../outbox/account-mail-kinds'
import type { NewRecordMail } from '../outbox/mails'
import type { SignedIn } from './identity'

/** A key pair of a device or a password manager, with which an account signs in (WebAuthn Level 3). */
export interface Passkey {
  uid: string
  /** Of the credential, base64url. */
  id: string
  /** As COSE (RFC 9052 §7), base64url. */
  publicKey: string
  /** Of its uses, where the device counts them; otherwise 0 (WebAuthn §6.1.1). */
  counter: number
  name: string
  createdAt: Date
  lastUsedAt?: Date
}

/** Passkeys of an account. */
export const mostPasskeys = 10

/** Characters. */
export const longestPasskeyName = 60

/** The letter that says what has just changed. */
export function passkeyLetter(kind: PasskeyMailKind, uid: string, at: Date): NewRecordMail {
  return { key: `${kind} ${uid} ${at.getTime()}`, kind, recordId: uid, dueAt: at }
}

/** They go with their account. Letters are written in the commit of what they tell. */
export interface PasskeyStore {
  find(uid: string, id: string): Promise<Passkey | undefined>
  /** The oldest first. */
  list(uid: string): Promise<Passkey[]>
  /**
   * Keeps a new one; one that is there already, or of an account that is not, stays as it is. False if the
   * account has `most`. The one with which an account begins needs no letter.
   */
  add(passkey: Passkey, most: number, letter?: NewRecordMail): Promise<boolean>
  /**
   * Keeps what `decide` makes of it. What that throws is passed on, and nothing changed. False without one.
   */
  change(uid: string, id: string, decide: (passkey: Passkey) => Passkey): Promise<boolean>
  /** False without one. */
  remove(uid: string, id: string, letter: NewRecordMail): Promise<boolean>
  /** Returns how many; no letter for none. */
  removeAll(uid: string, letter: NewRecordMail): Promise<number>
}

/** What a device signed; texts are base64url. */
export interface Assertion {
  id: string
  /** The account's, as the device keeps it. It is not signed. */
  userHandle: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
}

/** What a device made. */
export interface Attestation {
  id: string
  clientDataJSON: string
  attestationObject: string
}

/** What has to be signed, and where. */
export interface Ceremony {
  challenge: string
  /** Of this site; its host is the relying party. */
  origin: string
}

/** With accounts of our own alone. Throws IdentityErrors only. */
export interface PasskeySignIn {
  /** Codes: wrong-passkey. */
  examine(
    made: Attestation,
    ceremony: Ceremony,
  ): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter'>>
  /** Of an account that is to be made with a passkey, which names it. */
  newUid(): string
  /**
   * An account without a password, whose address was proved before. Codes: email-already-in-use,
   * invalid-email.
   */
  signUp(account: { uid: string; email: string }, now: Date): Promise<SignedIn>
  /**
   * `isVerified`: the device made sure whose finger, face or PIN it was. Codes: wrong-passkey, user-disabled.
   */
  signIn(
    signed: Assertion,
    ceremony: Ceremony,
    now: Date,
  ): Promise<SignedIn & { isVerified: boolean }>
}
