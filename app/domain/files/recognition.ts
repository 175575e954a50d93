import { type ArchiveProblem, archiveType } from './archives'
import { type Bytes, headOf } from './files'
import { endingIn } from './names'
import { oldOfficeType } from './old-office'
import type { SentPictureType } from './pictures'
import { type TextEncoding, textEncodingOf } from './plain-text'
import { isProgram, refusedName } from './programs'
import type { FileType } from './types'

/** What a file is, by its bytes: a picture to be drawn again, text to be kept as UTF-8, or to be kept as it is. */
export type Recognised =
  | { picture: SentPictureType }
  | { text: 'text/plain' | 'text/calendar' | 'text/vcard'; encoding: TextEncoding }
  | { type: FileType }

/** Why a file is refused. Also the locale key of its sentence. */
export type KindProblem = ArchiveProblem | 'type' | 'program' | 'markup'

/** Bytes that identify the type: readers look for a PDF's header within these (PDF 1.7, H.3, note 13). */
export const sniffedBytes = 1_024

/**
 * By the bytes; the name refuses what only a name makes dangerous, and decides where the bytes are the same,
 * as of sound and film in MP4.
 */
export async function recognise(
  read: () => Promise<Bytes>,
  name: string,
): Promise<Recognised | KindProblem> {
  const refused = refusedName(name)
  if (refused) return refused
  const head = await headOf(await read(), sniffedBytes)
  if (isProgram(head)) return 'program'
  const picture = pictureType(head)
  if (picture) return { picture }
  const type = typeOfHead(head, name) ?? (await oldOfficeType(head, read, name))
  if (type) return type === 'macro' ? type : { type }
  const archive = await archiveType(head, read)
  if (archive) return isProblem(archive) ? archive : { type: archive }
  const encoding = await textEncodingOf(read)
  if (!encoding) return 'type'
  return encoding === 'markup' ? encoding : { text: textType(head), encoding }
}

/** What the picture in these bytes is. */
export async function sentPicture(
  read: () => Promise<Bytes>,
): Promise<SentPictureType | undefined> {
  return pictureType(await headOf(await read(), sniffedBytes))
}

/** By the first bytes. */
export function pictureType(head: Uint8Array): SentPictureType | undefined {
  const text = String.fromCharCode(...head.subarray(0, 16))
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  const brands = brandsOf(head)
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'image/avif'
  return brands.some((brand) => heic.test(brand)) ? 'image/heic' : undefined
}

/** In which iPhones keep photos. Source: ISO/IEC 23008-12, annex B. */
const heic = /^(?:hei[cmsx]|hev[cmsx]|m[is]f1)$/

/** What the sort of MP4 is: its own brand first. Source: ISO/IEC 14496-12, §4.3. */
function brandsOf(head: Uint8Array): string[] {
  const text = String.fromCharCode(...head.subarray(0, 256))
  if (text.slice(4, 8) !== 'ftyp') return []
  const length = new DataView(head.buffer, head.byteOffset).getUint32(0)
  const others = text.slice(16, length).match(/.{4}/gs) ?? []
  return [text.slice(8, 12), ...others]
}

/** Of films and sound recordings. */
const film = /^(?:iso[m2-9]|mp4[12]|avc1|dash|M4V[ HP]|MSNV|mmp4|3g[gp].)$/

/** After blanks, at the beginning of a line, or after binary data. */
const pdfHeader = /(?:^\s*|[^\t\x20-\x7e])%PDF-\d\.\d\s/

/** The header field that an e-mail begins with. */
const letterHeader =
  /^(?:received|return-path|delivered-to|from|to|subject|date|message-id|mime-version|content-type|reply-to|dkim-signature|arc-[a-z-]+|authentication-results|x-[a-z-]+):/i

function typeOfHead(head: Uint8Array, name: string): FileType | undefined {
  const text = String.fromCharCode(...head)
  const ending = endingIn(name)
  if (text.startsWith('%PDF-')) return 'application/pdf'
  const [brand = ''] = brandsOf(head)
  if (brand === 'qt  ') return 'video/quicktime'
  if (/^M4[AB] $/.test(brand)) return 'audio/mp4'
  if (film.test(brand)) return ending === 'm4a' ? 'audio/mp4' : 'video/mp4'
  if (text.startsWith('OggS\0')) return 'audio/ogg'
  if (text.startsWith('\x1a\x45\xdf\xa3') && text.slice(0, 64).includes('\x42\x82\x84webm')) {
    return 'video/webm'
  }
  if (isSound(head)) return 'audio/mpeg'
  if (ending === 'eml' && letterHeader.test(text)) return 'message/rfc822'
  return pdfHeader.test(text) ? 'application/pdf' : undefined
}

/** MP3: a frame, or notes before it. Source: ISO/IEC 11172-3, §2.4.1.3; ID3v2.4, §3.1. */
function isSound(head: Uint8Array): boolean {
  const [first, second = 0, third = 0, version = 0, revision] = head
  const hasNotes = String.fromCharCode(...head.subarray(0, 3)) === 'ID3'
  if (hasNotes && version >= 2 && version <= 4 && revision === 0) return true
  const isLayer3 = first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08
  const [rate, sampling] = [third >> 4, (third >> 2) & 3]
  return isLayer3 && rate > 0 && rate < 15 && sampling < 3
}

function textType(head: Uint8Array) {
  const [, what] =
    /^(?:\xef\xbb\xbf)?\s*BEGIN:(VCALENDAR|VCARD)\s/i.exec(String.fromCharCode(...head)) ?? []
  if (!what) return 'text/plain'
  return what.toUpperCase() === 'VCARD' ? 'text/vcard' : 'text/calendar'
}

function isProblem(found: FileType | ArchiveProblem): found is ArchiveProblem {
  return !found.includes('/')
}
