import { FieldValue, type Transaction } from 'firebase-admin/firestore'
import {
  type AttachmentStore,
  type HeldAttachment,
  networkOfSource,
  roomLeft,
  roomOfFile,
  type UploadTarget,
  type UsedRoom,
} from '../../../domain/files/attachments'
import { newId } from '../../../domain/text/ids'
import type { Database } from '../database/database.server'
import type { AttachmentRecord, RoomRecord, TicketRecord } from '../database/schema'

const empty: RoomRecord = { bytes: 0, uploads: {}, strangers: {} }

export function createRooms(
  database: Database,
): Pick<AttachmentStore, 'reserve' | 'release' | 'hold' | 'used'> {
  const { document, readAll, transact } = database

  const change = <Result>(
    target: UploadTarget,
    now: Date,
    decide: (
      room: RoomRecord,
      used: UsedRoom,
      transaction: Transaction,
    ) => { result: Result; room?: RoomRecord },
  ) =>
    transact([`room ${target.deskId}`], async (transaction) => {
      const room = await read(target.deskId, now, transaction)
      const decided = decide(room, await usedOf(room, target, transaction), transaction)
      if (decided.room) transaction.set(document('rooms', target.deskId), decided.room)
      return decided.result
    })

  async function read(deskId: string, now: Date, transaction?: Transaction): Promise<RoomRecord> {
    const reference = document('rooms', deskId)
    const found = (await (transaction ? transaction.get(reference) : reference.get())).data()
    const room = { ...empty, ...found }
    const uploads = Object.entries(room.uploads).filter(([, { until }]) => !until || until > now)
    return { ...room, uploads: Object.fromEntries(uploads) }
  }

  async function usedOf(
    { bytes, uploads, strangers }: RoomRecord,
    { deskId, ticketId, source }: UploadTarget,
    transaction?: Transaction,
  ): Promise<UsedRoom> {
    const underWay = Object.values(uploads)
    const ids = [ticketId, ...(source === undefined ? [] : underWay.map((each) => each.ticketId))]
    const tickets = await readTickets(deskId, ids, transaction)
    const reserved = sum(underWay.filter(({ until }) => until))
    const here = underWay.filter((each) => each.ticketId === ticketId)
    const there: UsedRoom = {
      desk: bytes + reserved,
      ...(ticketId !== undefined && { ticket: (tickets.get(ticketId)?.bytes ?? 0) + sum(here) }),
    }
    if (source === undefined) return there
    const isDealtWith = (id: string | undefined) => !!id && !!tickets.get(id)?.dealtWith
    if (isDealtWith(ticketId)) return { ...there, unanswered: 0, network: 0, source: 0 }
    const open = underWay.filter((each) => each.source && !isDealtWith(each.ticketId))
    const sent = Object.values(strangers).flatMap((sources) => Object.entries(sources))
    const sizes = sent.map(([source, size]) => ({ source, size }))
    const all = [...open, ...sizes]
    const network = networkOfSource(source)
    const near = all.filter((each) => each.source && networkOfSource(each.source) === network)
    const own = near.filter((each) => each.source === source)
    return { ...there, unanswered: sum(all), network: sum(near), source: sum(own) }
  }

  async function readTickets(
    deskId: string,
    ids: (string | undefined)[],
    transaction?: Transaction,
  ) {
    const references = [...new Set(ids)].flatMap((id) => (id ? document('tickets', id) : []))
    const found = await readAll(references, transaction)
    return new Map(
      found.flatMap((ticket) => (ticket?.deskId === deskId ? [[ticket.id, ticket]] : [])),
    )
  }

  return {
    reserve: (target, bytes, most, until, now) =>
      change(target, now, (room, used) => {
        if (bytes > roomLeft(used, most)) return { result: undefined }
        const id = newId(now)
        const { deskId, ...rest } = target
        const uploads = { ...room.uploads, [id]: { ...rest, size: bytes, until } }
        // A release knows only this id.
        return { result: `${deskId} ${id}`, room: { ...room, uploads } }
      }),

    async release(reservation) {
      const [deskId = '', id = ''] = reservation.split(' ')
      const uploads = { [id]: FieldValue.delete() }
      await document('rooms', deskId).set({ uploads }, { merge: true })
    },

    hold: (attachment, target, most, reserved) =>
      change(target, attachment.createdAt, (room, used, transaction) => {
        const { deskId: _, ...rest } = target
        const { [idIn(reserved?.reservation)]: own, ...uploads } = room.uploads
        const given = Math.min(own?.size ?? 0, reserved?.sent ?? 0)
        const size = roomOfFile(attachment)
        if (size > roomLeft(used, most) + given) return { result: 'full' }
        transaction.create(
          document('attachments', attachment.id),
          toAttachmentRecord(attachment, target),
        )
        const left = own && { [idIn(reserved?.reservation)]: { ...own, size: own.size - given } }
        const added = { [attachment.id]: { ...rest, size } }
        const bytes = room.bytes + size
        return {
          result: 'held',
          room: { ...room, bytes, uploads: { ...uploads, ...left, ...added } },
        }
      }),

    async used(target, now) {
      return usedOf(await read(target.deskId, now), target)
    },
  }
}

/** Held files become sent ones, within the transaction. */
export function takeRoom(
  { document }: Database,
  transaction: Transaction,
  ticket: Pick<TicketRecord, 'id' | 'deskId' | 'dealtWith'>,
  files: readonly AttachmentRecord[],
): void {
  if (files.length === 0) return
  const uploads = Object.fromEntries(files.map(({ id }) => [id, FieldValue.delete()]))
  const sources: Record<string, FieldValue> = {}
  for (const source of new Set(files.flatMap((file) => file.source ?? []))) {
    const size = roomOfFiles(files.filter((file) => file.source === source))
    sources[source] = FieldValue.increment(size)
  }
  const strangers = { [ticket.id]: sources }
  const isStrange = Object.keys(sources).length > 0 && !ticket.dealtWith
  const room = { uploads, ...(isStrange && { strangers }) }
  transaction.set(document('rooms', ticket.deskId), room, { merge: true })
}

/** Files of a member's message become held ones, of the ticket that each names, within the transaction. */
export function giveRoomBack(
  { document }: Database,
  transaction: Transaction,
  { deskId }: Pick<TicketRecord, 'deskId'>,
  files: readonly AttachmentRecord[],
): void {
  if (files.length === 0) return
  const uploads = Object.fromEntries(
    files.map(({ ticketId, ...file }) => [file.id, { ticketId, size: roomOfFile(file) }]),
  )
  transaction.set(document('rooms', deskId), { uploads }, { merge: true })
}

export function toAttachmentRecord(
  attachment: HeldAttachment,
  target: UploadTarget,
): AttachmentRecord {
  const { file, previewFile } = attachment
  const files = previewFile ? [file, previewFile] : [file]
  const { ticketId, source } = target
  return { ...attachment, ticketId, source, files, waiting: true }
}

/** Bytes that files take of their desk's room. */
export function roomOfFiles(files: readonly HeldAttachment[]): number {
  return sum(files.map((file) => ({ size: roomOfFile(file) })))
}

function idIn(reservation = ' '): string {
  return reservation.split(' ')[1] ?? ''
}

function sum(sizes: readonly { size: number }[]): number {
  return sizes.reduce((before, { size }) => before + size, 0)
}
