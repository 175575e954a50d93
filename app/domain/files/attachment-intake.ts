import { type EntitlementStore, limitsAt } from '../desks/entitlements'
import { newId } from '../text/ids'
import {
  type AttachmentStore,
  type HeldAttachment,
  largestFile,
  largestMessage,
  type Room,
  roomLeft,
  roomOf,
  type UploadTarget,
} from './attachments'
import { type Bytes, bytesOf, type FileStore, type StoredFile } from './files'
import { fileName } from './names'
import type { Picture, PictureEncoder, PictureProblem } from './pictures'
import { asUtf8 } from './plain-text'
import { type KindProblem, recognise } from './recognition'
import { letterType } from './types'

interface IntakePorts {
  entitlements: EntitlementStore
  attachments: AttachmentStore
  files: FileStore
  pictures: PictureEncoder
}

interface Upload {
  name: string
  bytes: Bytes
}

/** Also the locale key of its sentence. */
export type Refused = KindProblem | 'size' | 'empty' | 'full' | Exclude<PictureProblem, 'heic'>

type Intake = { kind: 'held'; attachment: HeldAttachment } | { kind: 'refused'; why: Refused }

/** A re-encoded file may be larger than the original, within a limit. */
const largestStored = 3 * largestFile

/** Milliseconds until a dead process's reservation is free again; longer than any form takes. */
const longestUpload = 2 * 3_600_000

interface FormIntake {
  /** Re-encodes pictures. Keeps nothing of a refused file. Rejects if the bytes break off. */
  take(upload: Upload, now: Date): Promise<Intake>
  /** Releases unused room; call it in every case. */
  end(): Promise<void>
}

/** The first file reserves room for `announced` bytes; else files are taken while there is room. */
export function beginIntake(
  ports: IntakePorts,
  target: UploadTarget,
  announced: number | undefined,
): FormIntake {
  const { attachments } = ports
  let reserving: Promise<string | undefined> | undefined
  const bytes = Math.min(announced ?? largestMessage, largestMessage)
  return {
    async take(upload, now) {
      const room = roomOf(await limitsAt(ports.entitlements, target.deskId, now))
      const until = new Date(now.getTime() + longestUpload)
      reserving ??= attachments.reserve(target, bytes, room, until, now)
      const reservation = await reserving
      const left = reservation ? largestFile : roomLeft(await attachments.used(target, now), room)
      if (left <= 0) return { kind: 'refused', why: 'full' }
      return takeIn(ports, target, upload, now, Math.min(left, largestFile), (attachment, sent) =>
        attachments.hold(attachment, target, room, reservation ? { reservation, sent } : undefined),
      )
    },
    async end() {
      const reservation = await reserving
      if (reservation) await attachments.release(reservation)
    },
  }
}

/** Whether the files of the next visitor may have no room at a desk. */
export async function isShortOfRoom(
  { entitlements, attachments }: Pick<IntakePorts, 'entitlements' | 'attachments'>,
  deskId: string,
  now: Date,
): Promise<boolean> {
  const [limits, used] = await Promise.all([
    limitsAt(entitlements, deskId, now),
    attachments.used({ deskId, source: '' }, now),
  ])
  const room = roomOf(limits)
  return roomLeft(used, room) < Math.min(largestFile, room.desk / 20)
}

/** What is held of an e-mail. `left`: files that are in the original alone. */
export interface TakenLetter {
  original: HeldAttachment
  attachments: HeldAttachment[]
  left: { name: string; why: Refused }[]
}

/**
 * Holds an e-mail that is in the storage already as it came, which nobody displays, and its files, which
 * count with it: only what a re-encoded picture grows by takes room of its own. Undefined, with nothing
 * held, where there is no room; the e-mail's file is then the caller's to remove.
 */
export async function takeLetter(
  ports: IntakePorts,
  target: UploadTarget,
  { file, size, hash }: StoredFile,
  uploads: readonly Upload[],
  room: Room,
  now: Date,
): Promise<TakenLetter | undefined> {
  const { attachments: store } = ports
  const original: HeldAttachment = {
    id: newId(now),
    deskId: target.deskId,
    name: fileName('e-mail', letterType),
    type: letterType,
    file,
    size,
    sentHash: hash,
    createdAt: now,
  }
  if ((await store.hold(original, target, room)) === 'full') return undefined
  const attachments: HeldAttachment[] = []
  const left: TakenLetter['left'] = []
  for (const upload of uploads) {
    const taken = await takeIn(ports, target, upload, now, largestFile, (attachment, sent) => {
      const growth = Math.max(0, attachment.size - sent)
      return store.hold({ ...attachment, room: growth }, target, room)
    })
    if (taken.kind === 'held') attachments.push(taken.attachment)
    else left.push({ name: upload.name, why: taken.why })
  }
  return { original, attachments, left }
}

async function takeIn(
  ports: IntakePorts,
  { deskId }: UploadTarget,
  upload: Upload,
  now: Date,
  most: number,
  hold: (attachment: HeldAttachment, sent: number) => Promise<'held' | 'full'>,
): Promise<Intake> {
  const { files } = ports
  const raw = await files.put(upload.bytes, most)
  if (!raw) return { kind: 'refused', why: most < largestFile ? 'full' : 'size' }
  const unclaimed = new Set([raw.file])
  try {
    const made = await makeHarmless(ports, upload.name, raw, unclaimed)
    if (typeof made === 'string') return { kind: 'refused', why: made }
    const { type, ...rest } = made
    const attachment: HeldAttachment = {
      id: newId(now),
      deskId,
      name: fileName(upload.name, type),
      type,
      ...rest,
      sentHash: raw.hash,
      createdAt: now,
    }
    if ((await hold(attachment, raw.size)) === 'full') return { kind: 'refused', why: 'full' }
    unclaimed.delete(attachment.file)
    if (attachment.previewFile) unclaimed.delete(attachment.previewFile)
    return { kind: 'held', attachment }
  } finally {
    await files.remove([...unclaimed])
  }
}

type Made = Pick<HeldAttachment, 'type' | 'file' | 'size' | 'width' | 'height' | 'previewFile'>

async function makeHarmless(
  { files, pictures }: IntakePorts,
  name: string,
  raw: StoredFile,
  unclaimed: Set<string>,
): Promise<Made | Refused> {
  if (raw.size === 0) return 'empty'
  const read = () => mustOpen(files, raw.file)
  const store = async (bytes: Bytes) => {
    const stored = await files.put(bytes, largestStored)
    if (stored) unclaimed.add(stored.file)
    return stored
  }
  const found = await recognise(read, name)
  if (typeof found === 'string') return found
  const asSent = { file: raw.file, size: raw.size }
  if ('type' in found) return { type: found.type, ...asSent }
  if ('picture' in found) {
    const picture = await pictures.encode(read, found.picture)
    if (picture === 'heic') return { type: 'image/heic', ...asSent }
    return typeof picture === 'string' ? picture : storePicture(picture, store)
  }
  const { text: type, encoding } = found
  if (encoding === 'utf-8') return { type, ...asSent }
  const stored = await store(asUtf8(await read(), encoding))
  return stored ? { type, file: stored.file, size: stored.size } : 'size'
}

async function storePicture(
  { type, width, height, bytes, preview }: Picture,
  store: (bytes: Bytes) => Promise<StoredFile | undefined>,
): Promise<Made | Refused> {
  const whole = await store(bytesOf(bytes))
  const small = await store(bytesOf(preview))
  if (!whole || !small) return 'size'
  return { type, width, height, file: whole.file, size: whole.size, previewFile: small.file }
}

async function mustOpen(files: FileStore, file: string): Promise<Bytes> {
  const bytes = await files.open(file)
  if (!bytes) throw new Error('A file was removed while it was taken in')
  return bytes
}
