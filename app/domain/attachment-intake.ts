import {
  type AttachmentStore,
  type HeldAttachment,
  largestFile,
  storageLimit,
  ticketLimit,
} from './attachments'
import { type EntitlementStore, limitsAt } from './entitlements'
import { fileName } from './file-names'
import { type FileType, isPicture, telling, typeOf } from './file-types'
import { type Bytes, bytesOf, type FileStore, headOf, type StoredFile } from './files'
import { newId } from './ids'
import type { Picture, PictureEncoder } from './pictures'
import { asUtf8, textEncodingOf } from './plain-text'

export interface IntakePorts {
  entitlements: EntitlementStore
  attachments: AttachmentStore
  files: FileStore
  pictures: PictureEncoder
}

/** A file as somebody sends it: nothing of it is believed. */
export interface Upload {
  name: string
  bytes: Bytes
}

/** Why a file is not taken: also the name of the sentence that says so. */
export type Refused = 'type' | 'size' | 'empty' | 'broken' | 'pixels' | 'full'

export type Intake =
  | { kind: 'held'; attachment: HeldAttachment }
  | { kind: 'refused'; why: Refused }

/** What a file is drawn or written anew may be larger than what was sent, but not by any amount. */
const largestKept = 3 * largestFile

/**
 * Takes a file in for a message that is still to be sent: looks what it is, draws pictures anew, and
 * holds it. Of a file that is refused nothing is kept. Rejects if the bytes break off.
 */
export async function takeIn(
  ports: IntakePorts,
  place: { deskId: string; ticketId?: string },
  upload: Upload,
  now: Date,
): Promise<Intake> {
  const { files, attachments } = ports
  const used = await attachments.used(place.deskId, place.ticketId)
  const limits = await limitsAt(ports.entitlements, place.deskId, now)
  const room = Math.min(storageLimit(limits) - used.desk, ticketLimit - used.ticket)
  if (room <= 0) return { kind: 'refused', why: 'full' }
  const raw = await files.put(upload.bytes, largestFile)
  if (!raw) return { kind: 'refused', why: 'size' }
  const kept = new Set([raw.file])
  try {
    const made = await makeHarmless(ports, raw, kept)
    if (typeof made === 'string') return { kind: 'refused', why: made }
    if (made.size > room) return { kind: 'refused', why: 'full' }
    const { type, ...rest } = made
    const attachment: HeldAttachment = {
      id: newId(now),
      deskId: place.deskId,
      name: fileName(upload.name, type),
      type,
      ...rest,
      sentHash: raw.hash,
      createdAt: now,
    }
    await attachments.hold(attachment)
    kept.delete(attachment.file)
    if (attachment.previewFile) kept.delete(attachment.previewFile)
    return { kind: 'held', attachment }
  } finally {
    await files.remove([...kept])
  }
}

type Made = Pick<HeldAttachment, 'type' | 'file' | 'size' | 'width' | 'height' | 'previewFile'>

/** What is kept in place of what was sent. Each file that it makes is named in `kept`. */
async function makeHarmless(
  { files, pictures }: IntakePorts,
  raw: StoredFile,
  kept: Set<string>,
): Promise<Made | Refused> {
  if (raw.size === 0) return 'empty'
  const read = () => mustOpen(files, raw.file)
  const keep = async (bytes: Bytes) => {
    const stored = await files.put(bytes, largestKept)
    if (stored) kept.add(stored.file)
    return stored
  }
  const type = typeOf(await headOf(await read(), telling))
  if (type === 'application/pdf') return { type, file: raw.file, size: raw.size }
  if (type && isPicture(type)) {
    const picture = await pictures.encode(read, type)
    return typeof picture === 'string' ? picture : keepPicture(picture, keep)
  }
  const encoding = await textEncodingOf(read)
  if (!encoding) return 'type'
  const text: FileType = 'text/plain'
  if (encoding === 'utf-8') return { type: text, file: raw.file, size: raw.size }
  const stored = await keep(asUtf8(await read(), encoding))
  return stored ? { type: text, file: stored.file, size: stored.size } : 'size'
}

async function keepPicture(
  { type, width, height, bytes, preview }: Picture,
  keep: (bytes: Bytes) => Promise<StoredFile | undefined>,
): Promise<Made | Refused> {
  const whole = await keep(bytesOf(bytes))
  const small = await keep(bytesOf(preview))
  if (!whole || !small) return 'size'
  return { type, width, height, file: whole.file, size: whole.size, previewFile: small.file }
}

async function mustOpen(files: FileStore, file: string): Promise<Bytes> {
  const bytes = await files.open(file)
  if (!bytes) throw new Error('A file was removed while it was taken in')
  return bytes
}
