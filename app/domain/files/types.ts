import type { PictureType, SentPictureType } from './pictures'

/** An e-mail as it came; never uploaded by a form. */
export const letterType = 'message/rfc822'

/** Types of uploads: none that browsers execute or that contains other files. */
export type FileType = PictureType | 'application/pdf' | 'text/plain' | typeof letterType

export const endings: Record<FileType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'message/rfc822': 'eml',
}

/** A hint for the file field; the bytes decide. */
export const accepted = '.png,.jpg,.jpeg,.webp,.gif,.pdf,.txt'

export function isPicture(type: FileType): type is PictureType {
  return type.startsWith('image/')
}

/** Brands of HEIC, in which iPhones keep photos. Source: ISO/IEC 23008-12, annex B. */
const heic = /^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|m[is]f1)/s

/** Whether it is a photo in a format that browsers cannot show. */
export function isHeic(head: Uint8Array): boolean {
  return heic.test(String.fromCharCode(...head.subarray(0, 12)))
}

/** Bytes that identify the type: readers look for a PDF's header within these (PDF 1.7, H.3, note 13). */
export const sniffedBytes = 1_024

/** After blanks, at the beginning of a line, or after binary data. */
const pdfHeader = /(?:^\s*|[^\t\x20-\x7e])%PDF-\d\.\d\s/

/** By the first bytes, never name or header; undefined also for text. */
export function typeOf(head: Uint8Array): SentPictureType | 'application/pdf' | undefined {
  const begins = (text: string, at = 0) =>
    [...text].every((character, index) => head[at + index] === character.charCodeAt(0))
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (begins('\xff\xd8\xff')) return 'image/jpeg'
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp'
  if (begins('GIF87a') || begins('GIF89a')) return 'image/gif'
  if (begins('%PDF-')) return 'application/pdf'
  const text = String.fromCharCode(...head.subarray(0, sniffedBytes))
  return pdfHeader.test(text) ? 'application/pdf' : undefined
}
