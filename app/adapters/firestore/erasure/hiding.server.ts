import { FieldPath, FieldValue, type Transaction } from 'firebase-admin/firestore'
import { byJoining } from '../../../domain/desks/members'
import { demandSameDesks, type ErasedTicket, furtherDesk } from '../../../domain/erasure/erasure'
import { withoutIdentity } from '../../../domain/identity/identity-records'
import { passkeysRemoved } from '../../../domain/identity/passkey-records'
import { leaving, memberKind } from '../../../domain/members/member-records'
import { kindsOfAccount } from '../../../domain/record-stores'
import { defaultLanguage } from '../../../domain/text/languages'
import type { TicketScope } from '../../../domain/tickets/scopes'
import type { Database } from '../database/database.server'
import { collect } from '../database/documents.server'
import type { TicketRecord } from '../database/schema'
import { unclaim } from '../database/unique.server'
import { writeFeedback } from '../feedback/feedback.server'
import { documentOf } from '../records/queries.server'
import { readingIn, write } from '../records/records.server'
import { restrictOrders } from '../shop/restricted-orders.server'
import { forgetSite } from '../site/site-settings.server'
import { writeTicket } from '../tickets/changes.server'
import type { TicketLookup } from '../tickets/lookup.server'
import { facet, newFacts } from '../tickets/records.server'
import { unclaimTicket } from './claims.server'
import { notePurge } from './purges.server'

const mostAtOnce = 100

export async function hideTicket(
  database: Database,
  lookup: TicketLookup,
  scope: TicketScope,
  now: Date,
): Promise<ErasedTicket[]> {
  const hidden = await lookup.change(scope, (transaction, ticket) =>
    hide(database, transaction, ticket, now),
  )
  return hidden ?? []
}

export async function hideOldTickets(
  database: Database,
  lookup: TicketLookup,
  { deskId, before, limit, now }: { deskId: string; before: Date; limit: number; now: Date },
): Promise<ErasedTicket[]> {
  const all = database.collection('tickets')
  const old = all
    .where('facets', 'array-contains', facet(deskId, 'all'))
    .where('updatedAt', '<', before)
    .orderBy('updatedAt')
  const found = await collect(
    old,
    limit,
    ({ snoozedUntil }) => !(snoozedUntil && snoozedUntil >= before),
  )
  const hidden: ErasedTicket[] = []
  for (const { number } of found)
    hidden.push(...(await hideTicket(database, lookup, { deskId, number }, now)))
  return hidden
}

/** With its merged parts; short texts go at once, search words with them. */
async function hide(
  database: Database,
  transaction: Transaction,
  ticket: TicketRecord,
  now: Date,
): Promise<ErasedTicket[]> {
  const { document, readAll } = database
  const references = (ids: readonly string[]) => ids.map((id) => document('tickets', id))
  const parts = await readAll(references(ticket.parts.map(({ id }) => id)), transaction)
  const all = [ticket, ...parts.flatMap((part) => part ?? [])]
  const continuing = await readAll(
    references(all.flatMap(({ followUps }) => followUps)),
    transaction,
  )
  const given = all.flatMap(({ deskId, feedbackKey }) =>
    feedbackKey === undefined ? [] : document('feedback', deskId, feedbackKey),
  )
  const feedback = await readAll(given, transaction)
  writeTicket(database, transaction, ticket, undefined)
  for (const each of all) {
    transaction.set(document('tickets', each.id), blank(each))
    transaction.delete(document('mailStops', each.id))
  }
  for (const each of all) unclaimTicket(database, transaction, each)
  for (const next of continuing)
    if (next) transaction.set(document('tickets', next.id), { ...next, followUpOf: undefined })
  for (const each of feedback) writeFeedback(database, transaction, each, undefined)
  if (ticket.bytes > 0) {
    const strangers = { [ticket.id]: FieldValue.delete() }
    transaction.set(document('rooms', ticket.deskId), { strangers }, { merge: true })
  }
  notePurge(database, transaction, now)
  return all.map(({ id, deskId, number }) => ({ id, deskId, number }))
}

function blank({ id, deskId, number }: TicketRecord): TicketRecord {
  const nothing = { startKey: `erased ${id}`, secretHash: '', title: '', latest: '' }
  const nobody = { visitorName: '', visitorEmail: '', tags: [], facets: [], heads: [] }
  const read = { lastSeq: 0, visitorSeenSeq: 0, ownerSeenSeq: 0, seenBy: {} }
  const closed = { state: 'closed', priority: 'normal', rank: 0, locale: defaultLanguage } as const
  // Without times, so that no list finds it.
  const times = {} as Pick<TicketRecord, 'createdAt' | 'updatedAt'>
  const own = { id, deskId, number, hidden: true } as const
  return { ...own, ...nothing, ...nobody, ...read, ...closed, ...newFacts([]), ...times }
}

/** `desks`: those that are to go, if only they may. */
interface Hiding {
  uid: string
  sealedTokens: string
  desks: readonly string[] | undefined
}

export async function hideAccount(
  database: Database,
  _lookup: TicketLookup,
  { uid, sealedTokens, desks: named }: Hiding,
  now: Date,
): Promise<{ sessionIds: string[]; deskIds: string[] }> {
  const { collection, document, readAll, transact } = database
  const hidden = await transact([`account ${uid}`], async (transaction) => {
    const account = (await transaction.get(document('accounts', uid))).data()
    if (!account) return { sessionIds: [], deskIds: [], changed: [] }
    const own = collection('sessions').where('user.uid', '==', uid).limit(mostAtOnce)
    const sessions = (await transaction.get(own)).docs
    const read = readingIn(database, transaction)
    const memberships = (await read.list(memberKind, 'ofAccount', { uid })).sort(byJoining)
    const how = { goes: true, erased: true }
    const left = await Promise.all(
      memberships.map(({ deskId }) => leaving(read, { deskId, uid, at: now }, how)),
    )
    const desks = await readAll(
      memberships.map(({ deskId }) => document('desks', deskId)),
      transaction,
    )
    const wasAt = new FieldPath('people', uid, 'left')
    const before = await transaction.get(collection('desks').where(wasAt, '==', true))
    const identity = await withoutIdentity(read, uid)
    const passkeys = await passkeysRemoved(read, uid)
    const claim = (await transaction.get(document('siteClaim', 'site'))).data()
    const site = (await transaction.get(document('siteSettings', 'site'))).data()
    for (const { ref } of sessions) transaction.delete(ref)
    transaction.delete(document('accounts', uid))
    for (const kind of kindsOfAccount) transaction.delete(documentOf(database, kind, [uid]))
    write(database, transaction, [...identity, ...passkeys])
    const deskIds: string[] = []
    for (const [index, { deskId }] of memberships.entries()) {
      const { result, changes = [] } = left[index] ?? {}
      write(database, transaction, changes)
      if (result !== 'last-manager') continue
      deskIds.push(deskId)
      transaction.delete(documentOf(database, memberKind, [deskId, uid]))
      transaction.delete(document('desks', deskId))
      const desk = desks[index]
      if (desk) unclaim(database, transaction, 'desk key', desk.publicKey)
      if (site && claim?.deskId === deskId) forgetSite(database, transaction, site)
    }
    demandSameDesks(deskIds, named)
    for (const each of before.docs) {
      const { [uid]: _, ...people } = each.data().people ?? {}
      transaction.set(each.ref, { ...each.data(), people })
    }
    const waiting = { askedAt: now, dueAt: now, tries: 0, hasData: true }
    const [deskId, ...further] = deskIds
    transaction.set(document('erasures', uid), { uid, deskId, sealedTokens, ...waiting })
    for (const id of further) {
      const name = furtherDesk(uid, id)
      transaction.set(document('erasures', name), { uid: name, deskId: id, ...waiting })
    }
    notePurge(database, transaction, now)
    const changed = [
      ...memberships.map(({ deskId }) => deskId),
      ...before.docs.map((each) => each.data().id),
    ]
    return { sessionIds: sessions.map(({ id }) => id), deskIds, changed }
  })
  // Once the account is gone, so that none is placed for it; steps go on where this is cut short.
  while ((await restrictOrders(database, uid)) > 0) {}
  const { changed, ...result } = hidden
  for (const id of changed) database.recent.desks.forget(`desk ${id}`)
  return result
}
