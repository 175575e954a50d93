import { createHash, randomBytes } from 'node:crypto'
import type { SessionUser } from '../../domain/accounts/sessions'
import type { IdentityStore, StoredIdentity } from '../../domain/identity/identities'
import { IdentityError, type SignedIn } from '../../domain/identity/identity'
import type { PasskeyStore } from '../../domain/identity/passkeys'
import { passwordProblem, usualForm } from '../../domain/identity/passwords'
import type { ProviderMailKind } from '../../domain/outbox/account-mail-kinds'
import type { NewRecordMail } from '../../domain/outbox/mails'
import { Taken } from '../../domain/records/records'
import { emailKey, readEmail } from '../../domain/text/email'
import type { LoginProviders } from './openid.server'
import type { PasswordHashes } from './password-hashes.server'
import type { OwnTokens } from './tokens.server'

/** What every part of the adapter works with. */
export interface OwnAccountsContext {
  identities: IdentityStore
  passkeys: PasskeyStore
  hashes: PasswordHashes
  tokens: OwnTokens
  providers: LoginProviders
  now(): Date
}

/** 168 bits, as long as Firebase's. */
export const newUid = () => randomBytes(21).toString('base64url')

/** 256 bits. */
export const newCode = () => randomBytes(32).toString('base64url')

export const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url')

/** Throws 'missing-email' or 'invalid-email'. */
export function addressOf(typed: string): string {
  if (!typed) throw new IdentityError('missing-email', 'no address')
  const read = readEmail(typed)
  if (!('address' in read)) throw new IdentityError('invalid-email', read.problem)
  return read.address
}

/** Throws 'missing-password' or 'weak-password'. */
export function demandPassword(password: string, email: string): void {
  if (!password) throw new IdentityError('missing-password', 'no password')
  const problem = passwordProblem(password, email)
  if (problem) throw new IdentityError('weak-password', problem)
  // In UTF-8 all lone surrogates are one character.
  if (/\p{Surrogate}/u.test(usualForm(password)))
    throw new IdentityError('weak-password', 'a lone surrogate')
}

export function toUser(identity: StoredIdentity): SessionUser {
  const { uid, email, emailVerified, displayName, photoUrl } = identity
  return {
    uid,
    email,
    emailVerified,
    displayName: displayName ?? null,
    photoURL: photoUrl ?? null,
    providerData: waysOf(identity).map((providerId) => ({ providerId })),
  }
}

/** The ways in besides e-mailed links: the password, and the issuers of linked accounts. */
export function waysOf({ passwordHash, providers = [] }: StoredIdentity): string[] {
  return [
    ...(passwordHash === undefined ? [] : ['password']),
    ...providers.map(({ issuer }) => issuer),
  ]
}

export function newIdentity(email: string, now: Date): StoredIdentity {
  return {
    emailKey: emailKey(email),
    uid: newUid(),
    email,
    emailVerified: false,
    blocked: false,
    tokenCount: 0,
    validSince: now,
    createdAt: now,
    lastLoginAt: now,
  }
}

export function signedInAs(
  { tokens }: Pick<OwnAccountsContext, 'tokens'>,
  identity: StoredIdentity,
  now: Date,
): SignedIn {
  const { validSince } = identity
  return { user: toUser(identity), tokens: tokens.issue(identity, now), validSince }
}

export function withEmail(identity: StoredIdentity, email: string): StoredIdentity {
  return { ...identity, email, emailKey: emailKey(email), emailVerified: true }
}

/** Throws 'user-token-expired' for one that is gone, in the words that erasure knows, or 'user-disabled'. */
export function demandStanding(
  identity: StoredIdentity | undefined,
  tokenCount = identity?.tokenCount,
): StoredIdentity {
  if (!identity) throw new IdentityError('user-token-expired', 'USER_NOT_FOUND')
  if (identity.blocked) throw new IdentityError('user-disabled', 'blocked')
  if (identity.tokenCount !== tokenCount)
    throw new IdentityError('user-token-expired', 'the tokens are void')
  return identity
}

/** The account whose token this is. Throws also 'invalid-user-token'. */
export async function accountOf(
  { identities, tokens, now }: OwnAccountsContext,
  idToken: string,
): Promise<StoredIdentity> {
  const { uid, tokenCount } = tokens.read(idToken, 'id', now())
  return demandStanding(await identities.find(uid), tokenCount)
}

/** Throws 'email-already-in-use' where another has the address. */
export async function unlessTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Taken)) throw error
    throw new IdentityError('email-already-in-use', 'another account has it', { cause: error })
  }
}

/** The letter that says that a provider signs in, or no longer does. */
export function providerLetter(kind: ProviderMailKind, uid: string, at: Date): NewRecordMail {
  return { key: `${kind} ${uid} ${at.getTime()}`, kind, recordId: uid, dueAt: at }
}

/** The letter that says that a password has just changed. */
export function passwordLetter({ uid, tokenCount, validSince }: StoredIdentity): NewRecordMail {
  const key = `account-password ${uid} ${tokenCount}`
  return { key, kind: 'account-password', recordId: uid, dueAt: validSince }
}
