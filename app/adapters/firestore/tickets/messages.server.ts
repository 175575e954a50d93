import type { Transaction } from 'firebase-admin/firestore'
import {
  type Attachment,
  AttachmentGone,
  type HeldAttachment,
} from '../../../domain/files/attachments'
import {
  isForDesk,
  isSameMessage,
  type Message,
  type NewMessage,
} from '../../../domain/tickets/messages'
import { soughtText } from '../../../domain/tickets/search'
import type { Database } from '../database/database.server'
import { idOf, listOf } from '../database/documents.server'
import type { AttachmentRecord, MergedPart, MessageRecord, TicketRecord } from '../database/schema'
import { claim } from '../database/unique.server'
import { beginningsOf } from './beginnings'

type Part = Pick<MergedPart, 'id' | 'number' | 'offset'> & { own?: true }

/** Its own messages and those merged into it. */
function partsOf({ id, number, parts }: TicketRecord): Part[] {
  return [{ id, number, offset: 0, own: true as const }, ...parts]
}

export async function findByKey(
  { readAll, within }: Database,
  transaction: Transaction | undefined,
  ticket: TicketRecord,
  clientKey: string,
) {
  const parts = partsOf(ticket)
  const references = parts.map(({ id }) => within(id, 'messages').doc(idOf(clientKey)))
  const found = await readAll(references, transaction)
  for (const [index, part] of parts.entries()) {
    const record = found[index]
    if (record) return { record, message: toMessage(record, ticket, part) }
  }
  return undefined
}

export async function findFirst(
  { within }: Database,
  transaction: Transaction,
  ticket: TicketRecord,
) {
  const first = within(ticket.id, 'messages').where('seq', '==', 1).limit(1)
  const record = (await transaction.get(first)).docs[0]?.data()
  return (
    record && { record, message: toMessage(record, ticket, { ...ticket, offset: 0, own: true }) }
  )
}

export interface Known {
  record: MessageRecord
  message: Message
}

export function isSame({ record, message }: Known, sent: NewMessage): boolean {
  const files = record.sentHashes.map((sentHash) => ({ sentHash }))
  return isSameMessage(message, files, sent)
}

/** Throws AttachmentGone if one is no longer held. */
export async function readHeld(
  { document, readAll }: Database,
  transaction: Transaction,
  { attachments = [] }: NewMessage,
): Promise<AttachmentRecord[]> {
  const references = attachments.map(({ id }) => document('attachments', id))
  const held = await readAll(references, transaction)
  const waiting = held.flatMap((record) => (record?.waiting ? record : []))
  if (waiting.length !== attachments.length) throw new AttachmentGone()
  return waiting
}

/** Within the transaction, with its held files. */
export function addMessage(
  database: Database,
  transaction: Transaction,
  ticket: Pick<TicketRecord, 'id' | 'deskId' | 'number'>,
  seq: number,
  sent: NewMessage,
  held: readonly AttachmentRecord[],
): Message {
  const { document, within } = database
  const { attachments: files = [], ...message } = sent
  const attachments = files.map(toAttachment)
  const key = { ticketId: ticket.id, seq }
  const added = { ...message, ...key, ...(attachments.length > 0 && { attachments }) }
  transaction.create(within(ticket.id, 'messages').doc(idOf(message.clientKey)), {
    ...added,
    deskId: ticket.deskId,
    number: ticket.number,
    words: beginningsOf(soughtText(message)),
    sentHashes: hashesOf(sent),
  })
  if (sent.mail) claim(database, transaction, 'mail', [sent.mail.key], ticket.id)
  for (const record of held) {
    const noted = isForDesk(message, record.id)
    const taken = { ...record, waiting: false, ticketId: ticket.id, noted }
    transaction.set(document('attachments', record.id), taken)
  }
  return added
}

export async function listMessages(
  database: Database,
  ticket: TicketRecord,
  after: number,
  limit: number,
  forVisitor: boolean,
): Promise<Message[]> {
  const kinds = forVisitor ? (['text', 'split'] as const) : (['text', 'note', 'split'] as const)
  const found = await listKnown(database, ticket, after, limit, kinds)
  return withOwnKeys(found.map(({ message }) => message))
}

/** As listed, with what is stored of each. */
export async function listKnown(
  { within }: Database,
  ticket: TicketRecord,
  after: number,
  limit: number,
  kinds: readonly MessageRecord['kind'][],
): Promise<Known[]> {
  const found = await Promise.all(
    partsOf(ticket).map(async (part) => {
      const own = within(part.id, 'messages')
      const query = own
        .where('kind', 'in', kinds)
        .where('seq', '>', after - part.offset)
        .orderBy('seq')
        .limit(limit)
      return (await listOf(query)).map((record) => {
        return { record, message: toMessage(record, ticket, part) }
      })
    }),
  )
  const known = found.flat().sort((one, other) => one.message.seq - other.message.seq)
  return known.slice(0, limit)
}

/** Changes keys that a merged ticket had too. */
export function withOwnKeys<Listed extends Pick<Message, 'clientKey' | 'mergedFrom'>>(
  messages: Listed[],
): Listed[] {
  const keys = new Set(messages.filter(({ mergedFrom }) => !mergedFrom).map((own) => own.clientKey))
  return messages.map((message) => {
    const { clientKey, mergedFrom } = message
    return mergedFrom && keys.has(clientKey)
      ? { ...message, clientKey: `${clientKey}:${mergedFrom}` }
      : message
  })
}

function toMessage(record: MessageRecord, ticket: Pick<TicketRecord, 'id'>, part: Part): Message {
  const { deskId: _, number: __, words: ___, sentHashes: ____, ...message } = record
  return {
    ...message,
    // What stands for a moved one is compared, but never shown.
    kind: message.kind === 'moved' ? 'note' : message.kind,
    ticketId: ticket.id,
    seq: record.seq + part.offset,
    ...(!part.own && { mergedFrom: part.number }),
  }
}

function hashesOf({ attachments = [] }: NewMessage): string[] {
  return attachments.map(({ sentHash }) => sentHash)
}

function toAttachment({ id, name, type, size, width, height }: HeldAttachment): Attachment {
  return { id, name, type, size, ...(width && height && { width, height }) }
}
