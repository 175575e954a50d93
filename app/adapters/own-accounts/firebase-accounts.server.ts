import { z } from 'zod'
import { decodeJson } from '../../domain/files/decoding'
import type { StoredIdentity } from '../../domain/identity/identities'
import { emailKey, readEmail } from '../../domain/text/email'
import { type KnownHash, keepFirebaseHash, readHash } from './password-hashes.server'

/** The message is for the operator. */
export class AccountsFileError extends Error {
  override name = 'AccountsFileError'
}

const milliseconds = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform((text) => new Date(Number(text)))
const base64 = z.string().transform((text) => Buffer.from(text, 'base64'))

/** Source: firebase.google.com/docs/cli/auth, JSON. Everything that we do not keep is left out. */
const firebaseAccount = z.object({
  localId: z.string().min(1).max(128),
  email: z.string().optional(),
  emailVerified: z.boolean().default(false),
  displayName: z.string().max(200).optional(),
  photoUrl: z.string().startsWith('https://').max(2_000).optional().catch(undefined),
  passwordHash: base64.optional(),
  salt: base64.optional(),
  disabled: z.boolean().default(false),
  providerUserInfo: z
    .array(z.object({ providerId: z.string(), rawId: z.string().optional() }))
    .default([]),
  createdAt: milliseconds.optional(),
  lastSignedInAt: milliseconds.optional(),
})

/** Its subjects are the same for every client (developers.google.com/identity/openid-connect). */
const google = { providerId: 'google.com', issuer: 'https://accounts.google.com' }

const firebaseFile = z.object({ users: z.array(firebaseAccount) })

interface HashSettings {
  memCost: number
  rounds: number
  saltSeparator: Buffer
  signerKey: Buffer
}

export interface ReadAccounts {
  identities: StoredIdentity[]
  /** Uids of accounts without an address, which cannot sign in here. */
  withoutEmail: string[]
}

/**
 * What `firebase auth:export` writes, with the hash parameters as Firebase's console shows them. Uids stay
 * as they are. Throws AccountsFileError, and then nothing of the file counts.
 */
export function readFirebaseAccounts(
  file: Uint8Array,
  hashSettings: string,
  now: Date,
): ReadAccounts {
  const settings = readHashSettings(hashSettings)
  const parsed = firebaseFile.safeParse(readJson(file))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new AccountsFileError(`${issue?.path.join('.') || 'The file'}: ${issue?.message}`)
  }
  const { users } = parsed.data
  const identities = users.flatMap((user) => {
    const read = readEmail(user.email ?? '')
    if (!('address' in read)) return []
    const { passwordHash, salt } = user
    const kept =
      passwordHash?.length && salt?.length
        ? keepFirebaseHash({
            ...settings,
            salt: Buffer.concat([salt, settings.saltSeparator]),
            hash: passwordHash,
          })
        : undefined
    const identity: StoredIdentity = {
      emailKey: emailKey(read.address),
      uid: user.localId,
      email: read.address,
      emailVerified: user.emailVerified,
      displayName: user.displayName,
      photoUrl: user.photoUrl,
      passwordHash: kept,
      providers: providersOf(user),
      blocked: user.disabled,
      tokenCount: 0,
      validSince: now,
      createdAt: user.createdAt ?? now,
      lastLoginAt: user.lastSignedInAt ?? user.createdAt ?? now,
    }
    return [identity]
  })
  const known = new Set(identities.map(({ uid }) => uid))
  const withoutEmail = users.map(({ localId }) => localId).filter((uid) => !known.has(uid))
  return { identities, withoutEmail }
}

/** Google alone: of others no setting can say which issuer Firebase knew. */
function providersOf({ providerUserInfo }: z.output<typeof firebaseAccount>) {
  const found = providerUserInfo.find(({ providerId }) => providerId === google.providerId)
  return found?.rawId ? [{ issuer: google.issuer, subject: found.rawId }] : undefined
}

function readJson(file: Uint8Array): unknown {
  try {
    return decodeJson(file)
  } catch {
    throw new AccountsFileError(
      'The accounts are not JSON: firebase auth:export FILE --format=json',
    )
  }
}

function readHashSettings(text: string): HashSettings {
  const named = text.matchAll(/\b(mem_cost|rounds|base64_\w{1,20})\W{1,4}([\w+/=-]{1,200})/g)
  const given = Object.fromEntries([...named].map(([, name, value]) => [name, value]))
  const memCost = Number(given.mem_cost)
  const rounds = Number(given.rounds)
  const signerKey = Buffer.from(given.base64_signer_key ?? '', 'base64')
  const saltSeparator = Buffer.from(given.base64_salt_separator ?? '', 'base64')
  const isSound = memCost >= 1 && memCost <= 20 && rounds >= 1 && rounds <= 32
  if (!isSound || signerKey.length < 32) {
    throw new AccountsFileError(
      'The hash parameters must be those that the Firebase console shows below Authentication › Users › Password hash parameters: base64_signer_key, base64_salt_separator, rounds and mem_cost',
    )
  }
  return { memCost, rounds, signerKey, saltSeparator }
}

export interface AccountsFile {
  /** For `firebase auth:import`. */
  text: string
  /** Its options. */
  options: string
  accounts: number
}

/**
 * Files for `firebase auth:import`, one for each way in which passwords were hashed, as it takes one way a
 * run. Accounts without a password are in the first.
 */
export function writeFirebaseAccounts(identities: StoredIdentity[]): AccountsFile[] {
  const groups = new Map<string, object[]>()
  for (const identity of identities) {
    const hash = identity.passwordHash === undefined ? undefined : readHash(identity.passwordHash)
    const options = hash ? optionsOf(hash) : ''
    groups.set(options, [...(groups.get(options) ?? []), accountOf(identity, hash)])
  }
  const bare = groups.get('') ?? []
  groups.delete('')
  const [first = ['', []], ...others] = groups
  return [[first[0], [...bare, ...first[1]]] as const, ...others].map(([options, users]) => ({
    text: `${JSON.stringify({ users }, undefined, 2)}\n`,
    options,
    accounts: users.length,
  }))
}

function optionsOf({ ln, r, p, key, signerKey }: KnownHash): string {
  return signerKey
    ? `--hash-algo=SCRYPT --hash-key=${signerKey.toString('base64')} --rounds=${r} --mem-cost=${ln}`
    : `--hash-algo=STANDARD_SCRYPT --mem-cost=${2 ** ln} --block-size=${r} --parallelization=${p} --dk-len=${key.length}`
}

function accountOf(identity: StoredIdentity, hash: KnownHash | undefined): object {
  const { uid, email, emailVerified, displayName, photoUrl, blocked, providers = [] } = identity
  return {
    localId: uid,
    email,
    emailVerified,
    displayName,
    photoUrl,
    disabled: blocked,
    providerUserInfo: providers
      .filter(({ issuer }) => issuer === google.issuer)
      .map(({ subject: rawId }) => ({ providerId: google.providerId, rawId, email })),
    ...(hash && {
      passwordHash: hash.key.toString('base64'),
      salt: hash.salt.toString('base64'),
    }),
    createdAt: String(identity.createdAt.getTime()),
    lastSignedInAt: String(identity.lastLoginAt.getTime()),
  }
}
