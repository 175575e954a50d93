import type { Transaction } from 'firebase-admin/firestore'
import {
  beginMail,
  type JoinedMailKind,
  leftStates,
  type Mail,
  type MailStore,
  type MessagePlace,
  mayBeAddedAgain,
  messageMailKinds,
  mostCounted,
  movableStates,
  movedMail,
  type NewMail,
  type RecordMail,
  type TicketMail,
  type TicketMailKind,
  troubledStates,
  waitingStates,
} from '../../../domain/outbox/mails'
import type { Database } from '../database/database.server'
import { firstOf, listOf } from '../database/documents.server'
import { listMails, toMail, toMailRecord, whoseOf } from './mail-records.server'

/** An e-mail's id is its key, which makes it unique. */
export function createMailStore(database: Database): MailStore {
  const { collection, document, readAll, recent, transact } = database
  const ofDesk = (deskId: string) => collection('mails').where('deskId', '==', deskId)
  const ofReader = (deskId: string, kind: JoinedMailKind, reader: string | undefined) =>
    ofDesk(deskId).where('kind', '==', kind).where('whose', '==', whoseOf(reader))
  const ofTicket = (ticketId: string, kind: TicketMailKind) =>
    collection('mails').where('ticketId', '==', ticketId).where('kind', '==', kind)

  async function isTicketThere(transaction: Transaction, mail: NewMail): Promise<boolean> {
    if (!('ticketId' in mail)) return true
    return (await transaction.get(document('tickets', mail.ticketId))).exists
  }

  async function hereAndBefore(ticketId: string) {
    const seen = recent.tickets.get(`ticket ${ticketId}`)
    const ticket = seen ?? (await document('tickets', ticketId).get()).data()
    if (!ticket) return []
    const ids = ticket.followUpOf ? [ticketId, ticket.followUpOf] : [ticketId]
    return ids.map((id) => document('mailStops', id))
  }

  return {
    async add(mails, now) {
      // Most of what is planned again is known, which one call tells without a transaction.
      const earlier = await readKnownMails(database, undefined, mails)
      let added = 0
      for (const mail of mails) {
        if (earlier.includes(mail.key)) continue
        const isNew = await transact([`mail ${mail.key}`], async (transaction) => {
          const known = await readKnownMails(database, transaction, [mail])
          if (known.length > 0 || !(await isTicketThere(transaction, mail))) return false
          addMails(database, transaction, [mail], [], now)
          return true
        })
        if (isNew) added += 1
      }
      return added
    },

    listDue: (now, limit) =>
      listMails(collection('mails').where('dueAt', '<=', now).orderBy('dueAt').limit(limit)),

    change: (key, now, decide) =>
      transact([`mail ${key}`], async (transaction) => {
        const reference = document('mails', key)
        const record = (await transaction.get(reference)).data()
        const mail = record && toMail(record)
        const change = mail && decide(mail)
        if (!change) return undefined
        const changed = { ...mail, ...change, updatedAt: now } as Mail
        transaction.set(reference, toMailRecord(changed))
        return changed
      }),

    async listWaiting(deskId, kind, before, limit, reader) {
      const due = ofReader(deskId, kind, reader).where('state', '==', 'due')
      return listMails(due.where('dueAt', '<=', before).orderBy('dueAt').limit(limit))
    },

    join: (deskId, keys, to, now) =>
      transact(
        keys.map((key) => `mail ${key}`),
        async (transaction) => {
          const references = keys.map((key) => document('mails', key))
          for (const mail of await readAll(references, transaction)) {
            if (mail?.state !== 'due' || !('deskId' in mail) || mail.deskId !== deskId) continue
            const { dueAt: _, ...rest } = mail
            transaction.set(document('mails', mail.key), {
              ...rest,
              state: 'joined',
              joinedTo: to,
              updatedAt: now,
            })
          }
        },
      ),

    listJoined: (deskId, to) =>
      listMails(ofDesk(deskId).where('joinedTo', '==', to).orderBy('createdAt')),

    async departures(deskId, kind, since, reader) {
      const found = ofReader(deskId, kind, reader).where('state', 'in', leftStates)
      const mails = await listOf(found.where('updatedAt', '>=', since).orderBy('updatedAt'))
      return mails.map(({ updatedAt }) => updatedAt)
    },

    async findLatest(ticketId, kind) {
      const found = ofTicket(ticketId, kind).orderBy('createdAt', 'desc').orderBy('seq', 'desc')
      return ticketMails(await listMails(found.limit(1)))[0]
    },

    async lastNotifiedSeq(ticketId, kind) {
      const sent = ofTicket(ticketId, kind).where('state', 'in', leftStates).orderBy('seq', 'desc')
      const mail = await firstOf(sent)
      return mail && 'seq' in mail ? mail.seq : 0
    },

    async countLeft(ticketIds, kinds, since) {
      if (ticketIds.length === 0) return 0
      // By the tickets alone, which needs no index of its own.
      const asked = ticketIds.slice(0, mostCounted)
      const found = ticketMails(await listMails(collection('mails').where('ticketId', 'in', asked)))
      const left = found.filter(
        ({ kind, state, updatedAt }) =>
          kinds.includes(kind) && leftStates.some((each) => each === state) && updatedAt >= since,
      )
      return left.length
    },

    listTroubled: async (deskId, since, limit) =>
      ticketMails(
        await listMails(
          ofDesk(deskId)
            .where('state', 'in', troubledStates)
            .where('updatedAt', '>=', since)
            .orderBy('updatedAt', 'desc')
            .limit(limit),
        ),
      ),

    async listByRecord(recordId, limit) {
      const about = collection('mails').where('recordId', '==', recordId).orderBy('createdAt')
      const mails = await listMails(about.limit(limit))
      return mails.filter((mail): mail is RecordMail => 'recordId' in mail)
    },

    async setStopped(ticketId, stopped, now) {
      const [here, before] = await hereAndBefore(ticketId)
      if (stopped) await here?.set({ ticketId, stoppedAt: now })
      else await Promise.all([here?.delete(), before?.delete()])
    },

    async isStopped(ticketId) {
      const stops = await hereAndBefore(ticketId)
      return (await readAll(stops)).some(Boolean)
    },
  }
}

/** Keys that the outbox has and keeps, read within the transaction if there is one. */
export async function readKnownMails(
  { document, readAll }: Database,
  transaction: Transaction | undefined,
  mails: readonly NewMail[],
): Promise<string[]> {
  const references = mails.map(({ key }) => document('mails', key))
  const known = await readAll(references, transaction)
  return known.flatMap((mail) => (mail && !mayBeAddedAgain(mail) ? mail.key : []))
}

export function addMails(
  { document }: Database,
  transaction: Transaction,
  mails: readonly NewMail[],
  known: readonly string[],
  now: Date,
): void {
  for (const mail of mails) {
    if (known.includes(mail.key)) continue
    transaction.set(document('mails', mail.key), toMailRecord(beginMail(mail, now)))
  }
}

/** E-mails about single messages of a ticket that have not left, read within the transaction. */
export async function readMessageMails(
  { collection }: Database,
  transaction: Transaction,
  ticketId: string,
): Promise<TicketMail[]> {
  const own = collection('mails').where('ticketId', '==', ticketId)
  const { docs } = await transaction.get(own.where('kind', 'in', messageMailKinds))
  return ticketMails(docs.map((each) => toMail(each.data()))).filter(({ state }) =>
    movableStates.some((each) => each === state),
  )
}

/** In any state, about a ticket's answers to its visitor, read within the transaction. */
export async function readAnswerMails(
  { collection }: Database,
  transaction: Transaction,
  ticketId: string,
): Promise<TicketMail[]> {
  const own = collection('mails').where('ticketId', '==', ticketId)
  const { docs } = await transaction.get(own.where('kind', '==', 'visitor-answer'))
  return ticketMails(docs.map((each) => toMail(each.data())))
}

/** Those that have not left. A sender that has claimed one no longer may send it. */
export function dropMails(
  { document }: Database,
  transaction: Transaction,
  mails: readonly TicketMail[],
): void {
  for (const mail of mails) {
    if (!waitingStates.some((each) => each === mail.state)) continue
    const { dueAt: _, attempt: __, ...rest } = mail
    transaction.set(document('mails', mail.key), toMailRecord({ ...rest, state: 'dropped' }))
  }
}

/** Those of the messages that `placeOf` finds elsewhere by their `seq`. */
export function moveMessageMails(
  { document }: Database,
  transaction: Transaction,
  waiting: readonly TicketMail[],
  placeOf: (seq: number) => MessagePlace | undefined,
): void {
  for (const mail of waiting) {
    const to = placeOf(mail.seq)
    if (!to) continue
    const moved = movedMail(mail, to)
    if (moved.key !== mail.key) transaction.delete(document('mails', mail.key))
    transaction.set(document('mails', moved.key), toMailRecord(moved))
  }
}

function ticketMails(mails: Mail[]): TicketMail[] {
  return mails.filter((mail): mail is TicketMail => 'ticketId' in mail)
}
