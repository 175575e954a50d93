import { type Kysely, sql } from 'kysely'
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
import { type Schema, toRow } from '../database/schema.server'

export function createAttachmentRoom({
  kysely,
}: Database): Pick<AttachmentStore, 'reserve' | 'release' | 'hold' | 'used'> {
  return {
    reserve: (target, bytes, room, until, now) =>
      kysely.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('uploadReservations')
          .where('until', '<=', now.getTime())
          .execute()
        if (bytes > roomLeft(await used(transaction, target, now), room)) return undefined
        const id = newId(now)
        await transaction
          .insertInto('uploadReservations')
          .values({ id, ...placed(target), size: bytes, until: until.getTime() })
          .execute()
        return id
      }),

    async release(reservation) {
      await kysely.deleteFrom('uploadReservations').where('id', '=', reservation).execute()
    },

    hold: (attachment, target, room, reserved) =>
      kysely.transaction().execute(async (transaction) => {
        const own = reserved && (await sizeOf(transaction, reserved.reservation))
        const given = Math.min(own ?? 0, reserved?.sent ?? 0)
        const left = roomLeft(await used(transaction, target, attachment.createdAt), room) + given
        if (roomOfFile(attachment) > left) return 'full'
        if (reserved && own !== undefined) {
          await transaction
            .updateTable('uploadReservations')
            .set({ size: own - given })
            .where('id', '=', reserved.reservation)
            .execute()
        }
        await transaction.insertInto('attachments').values(toHeldRow(attachment, target)).execute()
        return 'held'
      }),

    used: (target, now) => used(kysely, target, now),
  }
}

function placed({ deskId, ticketId, source }: UploadTarget) {
  return { deskId, ticketId: ticketId ?? null, source: source ?? null }
}

function toHeldRow(attachment: HeldAttachment, target: UploadTarget) {
  const { room = null, ...row } = toRow(attachment)
  return { ...row, room, ...placed(target), messageId: null, position: null }
}

async function sizeOf(transaction: Kysely<Schema>, reservation: string) {
  const row = await transaction
    .selectFrom('uploadReservations')
    .select('size')
    .where('id', '=', reservation)
    .executeTakeFirst()
  return row?.size
}

/** Whether the owner has dealt with a ticket, as `marksOf` says. */
function dealtWith(ticketId: string) {
  return sql`exists (select 1 from tickets where id = ${sql.ref(ticketId)} and dealt_with = 1)`
}

const bytes = sql`coalesce(sum(size), 0)`
const bytesOfFiles = sql`coalesce(sum(coalesce(room, size)), 0)`

function reservedOf(deskId: string, now: number) {
  return sql`desk_id = ${deskId} and until > ${now}`
}

async function used(
  kysely: Kysely<Schema>,
  { deskId, ticketId, source }: UploadTarget,
  now: Date,
): Promise<UsedRoom> {
  const id = ticketId ?? ''
  const reserved = reservedOf(deskId, now.getTime())
  const { rows } = await sql<Record<'desk' | 'ticket', number>>`select
    coalesce((select stored_bytes from desks where id = ${deskId}), 0)
      + (select ${bytes} from upload_reservations where ${reserved}) as desk,
    (select ${bytesOfFiles} from attachments where ticket_id = ${id} and desk_id = ${deskId})
      + (select ${bytes} from upload_reservations where ticket_id = ${id} and ${reserved}) as ticket
    `.execute(kysely)
  const { desk = 0, ticket = 0 } = rows[0] ?? {}
  const there = { desk, ...(ticketId !== undefined && { ticket }) }
  if (source === undefined) return there
  const network = networkOfSource(source)
  const { rows: strangers } = await sql<Record<'unanswered' | 'network' | 'source', number>>`
    select ${bytes} as unanswered,
      coalesce(sum(size) filter (
        where source = ${network} or substr(source, 1, ${network.length + 1}) = ${`${network}|`}
      ), 0) as network,
      coalesce(sum(size) filter (where source = ${source}), 0) as source
    from (
      select coalesce(room, size) as size, source, ticket_id from attachments where desk_id = ${deskId} and source is not null
      union all
      select size, source, ticket_id from upload_reservations where ${reserved} and source is not null
    ) as taken
    where not ${dealtWith('taken.ticket_id')}
      and (select not ${dealtWith('asked.id')} from (select ${id} as id) as asked)
    `.execute(kysely)
  return { ...there, ...strangers[0] }
}
