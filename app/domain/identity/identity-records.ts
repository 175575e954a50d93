import { mailsAdded } from '../outbox/mail-records'
import type { NewRecordMail } from '../outbox/mails'
import type { Kind } from '../records/kinds'
import {
  type Change,
  changed,
  created,
  type Reading,
  type Records,
  removed,
} from '../records/records'
import { emailKey } from '../text/email'
import {
  codeLasts,
  type IdentityStore,
  type LinkedProvider,
  type StoredCode,
  type StoredIdentity,
} from './identities'

export const identityKind: Kind<StoredIdentity, 'byUid' | 'all'> = {
  noun: 'identity',
  table: 'identities',
  cells: {
    emailKey: 'text',
    uid: 'text',
    email: 'text',
    emailVerified: 'flag',
    displayName: 'text',
    photoUrl: 'text',
    passwordHash: 'text',
    providers: 'json',
    blocked: 'flag',
    tokenCount: 'number',
    validSince: 'time',
    createdAt: 'time',
    lastLoginAt: 'time',
  },
  key: ['emailKey'],
  lists: { byUid: { by: ['uid'] }, all: { by: [] } },
}

/** Whose account at a provider is whose here; it follows `providers` of the identity. */
export interface ProviderRecord extends LinkedProvider {
  uid: string
}

export const providerKind: Kind<ProviderRecord, never> = {
  noun: 'provider',
  table: 'providers',
  cells: { issuer: 'text', subject: 'text', uid: 'text' },
  key: ['issuer', 'subject'],
  lists: {},
}

export const actionCodeKind: Kind<StoredCode, 'byId' | 'byHash' | 'byUid' | 'byExpiry'> = {
  noun: 'actionCode',
  table: 'actionCodes',
  cells: {
    holder: 'text',
    kind: 'text',
    id: 'text',
    uid: 'text',
    email: 'text',
    newEmail: 'text',
    language: 'text',
    continueUrl: 'text',
    tokenCount: 'number',
    requestedAt: 'time',
    hash: 'text',
    expiresAt: 'time',
  },
  key: ['holder', 'kind'],
  lists: {
    byId: { by: ['id'] },
    byHash: { by: ['hash'] },
    byUid: { by: ['uid'] },
    byExpiry: { by: [], order: 'expiresAt' },
  },
}

export function createIdentityStore(records: Records): IdentityStore {
  return {
    find: (uid) => ofUid(records, uid),
    findByEmail: (email) => records.get(identityKind, emailKey(email)),
    async findByProvider({ issuer, subject }) {
      const found = await records.get(providerKind, issuer, subject)
      return found && ofUid(records, found.uid)
    },
    list: (limit, after) => records.list(identityKind, 'all', {}, { limit, after }),

    add: (identity) =>
      records.commit([`identity ${identity.uid}`], async (read) => ({
        result: undefined,
        changes: await replacing(read, undefined, identity),
      })),

    change: (uid, decide, mails) =>
      records.commit([`identity ${uid}`], async (read) => {
        const before = await ofUid(read, uid)
        const after = decide(before)
        const letters = await writing(read, mails?.(after))
        return { result: after, changes: [...(await replacing(read, before, after)), ...letters] }
      }),

    remove: (uid) =>
      records.commit([`identity ${uid}`], async (read) => ({
        result: undefined,
        changes: await withoutIdentity(read, uid),
      })),

    request: (code, mails) =>
      records.commit([`action code ${code.holder}`], async (read) => ({
        result: undefined,
        changes: [...(await requesting(read, code)), ...(await writing(read, mails))],
      })),

    issue: (id, { hash }, now) =>
      records.commit([`action code ${id}`], async (read) => {
        const [code] = await read.list(actionCodeKind, 'byId', { id })
        if (!code) return { result: undefined }
        const expiresAt = new Date(now.getTime() + codeLasts[code.kind])
        const after = { ...code, hash, expiresAt }
        return { result: after, changes: [changed(actionCodeKind, code, after)] }
      }),

    findCode: (hash) => ofHash(records, hash),

    redeem: (hash, decide) =>
      records.commit([`action code ${hash}`], async (read) => {
        const code = await ofHash(read, hash)
        const before = code && (await holderOf(read, code))
        const result = decide(code, before)
        const { identity, request, mails } = result
        // A way back to an address leaves none to those that came after it.
        const codes = code?.uid ? await read.list(actionCodeKind, 'byUid', { uid: code.uid }) : []
        const later = codes.filter(
          (each) =>
            code?.kind === 'RECOVER_EMAIL' &&
            each.kind === code.kind &&
            each.holder !== code.holder &&
            each.requestedAt >= code.requestedAt,
        )
        return {
          result,
          changes: [
            ...[...(code ? [code] : []), ...later].map((each) => removed(actionCodeKind, each)),
            ...(await replacing(read, before, identity)),
            ...(request ? await requesting(read, request) : []),
            ...(await writing(read, mails)),
          ],
        }
      }),

    removeOlder: (until, limit) => records.clear(actionCodeKind, 'byExpiry', {}, { until, limit }),
  }
}

/** What a commit changes to remove an identity with its codes; nothing where there is none. */
export async function withoutIdentity(read: Reading, uid: string): Promise<Change[]> {
  const identity = await ofUid(read, uid)
  const codes = await read.list(actionCodeKind, 'byUid', { uid })
  const link = identity && (await read.get(actionCodeKind, identity.emailKey, 'EMAIL_SIGNIN'))
  return [
    ...(identity ? [removed(identityKind, identity)] : []),
    ...(await relinking(read, identity, undefined)),
    ...[...codes, ...(link ? [link] : [])].map((code) => removed(actionCodeKind, code)),
  ]
}

async function ofUid(read: Reading, uid: string): Promise<StoredIdentity | undefined> {
  return (await read.list(identityKind, 'byUid', { uid }))[0]
}

async function ofHash(read: Reading, hash: string): Promise<StoredCode | undefined> {
  return (await read.list(actionCodeKind, 'byHash', { hash }))[0]
}

function holderOf(read: Reading, { uid, holder }: StoredCode) {
  return uid === undefined ? read.get(identityKind, holder) : ofUid(read, uid)
}

/** An address is the key, so that a change of it makes another record. */
async function replacing(
  read: Reading,
  before: StoredIdentity | undefined,
  after: StoredIdentity,
): Promise<Change[]> {
  const links = await relinking(read, before, after)
  if (!before) return [created(identityKind, after), ...links]
  return before.emailKey === after.emailKey
    ? [changed(identityKind, before, after), ...links]
    : [removed(identityKind, before), created(identityKind, after), ...links]
}

/** The providers that come and go with what an identity becomes. */
async function relinking(
  read: Reading,
  before: StoredIdentity | undefined,
  after: StoredIdentity | undefined,
): Promise<Change[]> {
  const [old, present] = [linksOf(before), linksOf(after)]
  const lacks = (links: ProviderRecord[], { issuer, subject }: ProviderRecord) =>
    !links.some((each) => each.issuer === issuer && each.subject === subject)
  const gone = old.filter((each) => lacks(present, each))
  const found = await Promise.all(
    gone.map(({ issuer, subject }) => read.get(providerKind, issuer, subject)),
  )
  return [
    ...found.flatMap((each) => (each ? [removed(providerKind, each)] : [])),
    ...present.filter((each) => lacks(old, each)).map((each) => created(providerKind, each)),
  ]
}

function linksOf(identity: StoredIdentity | undefined): ProviderRecord[] {
  if (!identity) return []
  const { uid, providers = [] } = identity
  return providers.map(({ issuer, subject }) => ({ issuer, subject, uid }))
}

async function writing(read: Reading, mails: NewRecordMail[] = []): Promise<Change[]> {
  const [first] = mails
  return first ? mailsAdded(read, mails, first.dueAt) : []
}

async function requesting(read: Reading, code: StoredCode): Promise<Change[]> {
  const earlier = await read.get(actionCodeKind, code.holder, code.kind)
  return [earlier ? changed(actionCodeKind, earlier, code) : created(actionCodeKind, code)]
}
