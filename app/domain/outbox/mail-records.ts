import type { Kind } from '../records/kinds'
import {
  type Change,
  changed,
  created,
  mostChanges,
  type Reading,
  type Records,
} from '../records/records'
import { createMailStops, ticketKind } from './mail-stop-records'
import {
  beginMail,
  leftStates,
  type Mail,
  type MailStore,
  mayBeAddedAgain,
  mostCounted,
  type NewMail,
  type RecordMail,
  type TicketMail,
  troubledStates,
} from './mails'

/** An e-mail of either sort: about a ticket's message, or about a record. */
export type StoredMail = Omit<Mail, 'kind'> &
  Pick<Mail, 'kind' | 'deskId'> &
  Partial<Pick<TicketMail, 'ticketId' | 'number' | 'seq'> & Pick<RecordMail, 'recordId'>>

export const mailKind: Kind<
  StoredMail,
  | 'due'
  | 'waiting'
  | 'departed'
  | 'joined'
  | 'ofDesk'
  | 'ofTicket'
  | 'bySeq'
  | 'ofTickets'
  | 'ofRecord'
> = {
  noun: 'mail',
  table: 'mails',
  cells: {
    key: 'text',
    kind: 'text',
    state: 'text',
    deskId: 'text',
    ticketId: 'text',
    number: 'number',
    seq: 'number',
    recordId: 'text',
    reader: 'text',
    joinedTo: 'text',
    dueAt: 'time',
    tries: 'number',
    attempt: 'text',
    problem: 'text',
    createdAt: 'time',
    updatedAt: 'time',
  },
  key: ['key'],
  desk: 'deskId',
  marks: { reader: 'whose' },
  lists: {
    due: { by: [], order: 'dueAt' },
    waiting: { by: ['deskId', 'kind', 'reader'], order: 'dueAt' },
    departed: { by: ['deskId', 'kind', 'reader'], order: 'updatedAt' },
    joined: { by: ['deskId', 'joinedTo'], order: 'createdAt' },
    ofDesk: { by: ['deskId'], order: 'updatedAt', descending: true },
    ofTicket: { by: ['ticketId', 'kind'], order: 'createdAt', thenBy: 'seq', descending: true },
    bySeq: { by: ['ticketId', 'kind'], order: 'seq', descending: true },
    ofTickets: { by: ['ticketId'] },
    ofRecord: { by: ['recordId'], order: 'createdAt' },
  },
}

const changing = (keys: readonly string[]) => keys.map((key) => `mail ${key}`)

export function createMailStore(records: Records): MailStore {
  const add = (mails: readonly NewMail[], now: Date) =>
    records.commit(changing(mails.map(({ key }) => key)), async (read) => {
      const asked = await newMails(read, mails)
      const ids = asked.flatMap(({ mail }) => ('ticketId' in mail ? mail.ticketId : []))
      const tickets = await read.all(ticketKind, [...new Set(ids)])
      const isThere = (id: string) => tickets.some((ticket) => ticket?.id === id)
      const kept = asked.filter(({ mail }) => !('ticketId' in mail) || isThere(mail.ticketId))
      return { result: kept.length, changes: kept.map((each) => begun(each, now)) }
    })

  const join = (deskId: string, keys: readonly string[], to: string, now: Date) =>
    records.commit(changing(keys), async (read) => {
      const due = (await read.all(mailKind, keys)).flatMap((mail) =>
        mail?.state === 'due' && mail.deskId === deskId ? mail : [],
      )
      const joined = { state: 'joined', joinedTo: to, dueAt: undefined, updatedAt: now } as const
      const changes = due.map((mail) => changed(mailKind, mail, { ...mail, ...joined }))
      return { result: undefined, changes }
    })

  return {
    ...createMailStops(records),

    async add(mails, now) {
      let added = 0
      for (const some of pieces(mails)) added += await add(some, now)
      return added
    },

    listDue: async (now, limit) =>
      asMails(await records.list(mailKind, 'due', {}, { until: after(now), limit })),

    change: (key, now, decide) =>
      records.commit(changing([key]), async (read) => {
        const mail = await read.get(mailKind, key)
        const change = mail && decide(mail as Mail)
        if (!change) return { result: undefined }
        const result = { ...mail, ...change, updatedAt: now }
        return { result: result as Mail, changes: [changed(mailKind, mail, result)] }
      }),

    async listWaiting(deskId, kind, before, limit, reader) {
      const range = { where: { state: 'due' }, until: after(before), limit } as const
      return asMails(await records.list(mailKind, 'waiting', { deskId, kind, reader }, range))
    },

    async join(deskId, keys, to, now) {
      for (const some of pieces(keys)) await join(deskId, some, to, now)
    },

    listJoined: async (deskId, joinedTo) =>
      asMails(await records.list(mailKind, 'joined', { deskId, joinedTo })),

    async departures(deskId, kind, since, reader) {
      const range = { where: { state: leftStates }, from: since }
      const left = await records.list(mailKind, 'departed', { deskId, kind, reader }, range)
      return left.map(({ updatedAt }) => updatedAt)
    },

    async findLatest(ticketId, kind) {
      const found = await records.list(mailKind, 'ofTicket', { ticketId, kind }, { limit: 1 })
      return ticketMails(found)[0]
    },

    async lastNotifiedSeq(ticketId, kind) {
      const range = { where: { state: leftStates }, limit: 1 }
      const [last] = await records.list(mailKind, 'bySeq', { ticketId, kind }, range)
      return last?.seq ?? 0
    },

    async countLeft(ticketIds, kinds, since) {
      if (ticketIds.length === 0) return 0
      const asked = ticketIds.slice(0, mostCounted)
      const where = { kind: kinds, state: leftStates }
      const left = await records.list(mailKind, 'ofTickets', { ticketId: asked }, { where })
      return left.filter(({ updatedAt }) => updatedAt >= since).length
    },

    async listTroubled(deskId, since, limit) {
      const range = { where: { state: troubledStates }, from: since, limit }
      return ticketMails(await records.list(mailKind, 'ofDesk', { deskId }, range))
    },

    async listByRecord(recordId, limit) {
      return (await records.list(mailKind, 'ofRecord', { recordId }, { limit })) as RecordMail[]
    },
  }
}

/** As many as one commit may change. */
function pieces<Each>(all: readonly Each[]): Each[][] {
  const starts = Array.from({ length: Math.ceil(all.length / mostChanges) }, (_, index) => index)
  return starts.map((index) => all.slice(index * mostChanges, (index + 1) * mostChanges))
}

/** What a commit changes to add e-mails; those whose reason was given before are left out. */
export async function mailsAdded(
  read: Reading,
  mails: readonly NewMail[],
  now: Date,
): Promise<Change[]> {
  return (await newMails(read, mails)).map((each) => begun(each, now))
}

interface Asked {
  mail: NewMail
  before: StoredMail | undefined
}

async function newMails(read: Reading, mails: readonly NewMail[]): Promise<Asked[]> {
  const each = [...new Map(mails.map((mail) => [mail.key, mail])).values()]
  const known = await read.all(
    mailKind,
    each.map(({ key }) => key),
  )
  return each
    .map((mail, index) => ({ mail, before: known[index] }))
    .filter(({ before }) => !before || mayBeAddedAgain(before))
}

function begun({ mail, before }: Asked, now: Date): Change {
  const after = beginMail(mail, now)
  return before ? changed(mailKind, before, after) : created(mailKind, after)
}

/** Every table's check demands that an e-mail of either sort is whole. */
const asMails = (mails: StoredMail[]) => mails as Mail[]

export function ticketMails(mails: StoredMail[]): TicketMail[] {
  return asMails(mails).filter((mail): mail is TicketMail => 'ticketId' in mail)
}

/** The end of a range that has this time in it. */
function after(time: Date): Date {
  return new Date(time.getTime() + 1)
}
