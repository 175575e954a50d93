/**
 * What managers read about who did it. `key`: of the chat's address; `sites`: where the chat may be
 * embedded; `texts`, `look`: of the chat; `alias`: the name in the desk's e-mail address; `privacy`: the
 * link to the privacy policy; `factorReset`: the operator took a member's second factor and passkeys away;
 * `factorForAll`: whether members need one; `visits`: whether they see the page that a visitor looks at; `vatOn`, `vatOff`: whether prices have VAT.
 */
export const auditEvents = [
  ...([
    'invited',
    'withdrew',
    'joined',
    'promoted',
    'demoted',
    'removed',
    'left',
    'bylines',
  ] as const),
  ...(['company', 'bank', 'legal', 'opened', 'paused', 'reopened'] as const),
  ...([
    'added',
    'price',
    'dropped',
    'shipping',
    'refunded',
    'givenBack',
    'toGiveBack',
    'samplesOff',
    'vatOn',
    'vatOff',
  ] as const),
  ...(['name', 'mark', 'home', 'offers', 'look', 'texts', 'hours', 'sites', 'key'] as const),
  ...(['alias', 'privacy', 'visits', 'retention', 'exported', 'erased'] as const),
  ...(['factorOn', 'factorOff', 'factorReset', 'factorForAll'] as const),
  ...(['passkeyAdded', 'passkeyRemoved'] as const),
] as const

export type AuditEvent = (typeof auditEvents)[number]

export interface AuditLogEntry {
  /** Sortable by time. */
  id: string
  deskId: string
  at: Date
  byUid: string
  event: AuditEvent
  /**
   * The account of another member, a kind of member and the invited address, a text's name, a product's title, a number of a
   * ticket or an order, the desk's name, a part of the home page, days of retention.
   */
  about?: string
  /** In cents. */
  priceBefore?: number
  priceAfter?: number
}

const ofMembers: readonly AuditEvent[] = ['promoted', 'demoted', 'removed']

/** `about` is the account of another member. */
export function isAboutMember({ event }: Pick<AuditLogEntry, 'event'>): boolean {
  return ofMembers.includes(event)
}

export interface AuditLogPage {
  entries: AuditLogEntry[]
  /** The id from which to read on; undefined at the end. */
  next?: string
}

export interface AuditLogStore {
  add(entry: AuditLogEntry): Promise<void>
  /** Latest first, after the entry `after`. */
  list(deskId: string, limit: number, after?: string): Promise<AuditLogPage>
  /** Removes at most `limit` from before a time; returns how many. */
  removeOlder(before: Date, limit: number): Promise<number>
}

/** Milliseconds for which an entry stays. */
export const auditLogLasts = 365 * 24 * 3_600_000

/** Everything of the desk, latest first, read while it is written. */
export async function* wholeAuditLog(store: AuditLogStore, deskId: string) {
  let after: string | undefined
  do {
    const { entries, next } = await store.list(deskId, 200, after)
    yield* entries
    after = next
  } while (after !== undefined)
}

/** Makes a page of `limit` entries; a store asks for one more to know whether another page follows. */
export function auditLogPage(found: AuditLogEntry[], limit: number): AuditLogPage {
  const entries = found.slice(0, limit)
  return { entries, next: found.length > limit ? entries.at(-1)?.id : undefined }
}
