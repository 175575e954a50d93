import type { PictureType } from './pictures'

/** What we take: nothing that a browser would run, nothing that holds other files. */
export type FileType = PictureType | 'application/pdf' | 'text/plain'

/** The ending of a file's name, by its type. */
export const endings: Record<FileType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
}

/** What a file field offers to choose; what was chosen is decided by its bytes. */
export const accepted = '.png,.jpg,.jpeg,.webp,.pdf,.txt'

export function isPicture(type: FileType): type is PictureType {
  return type.startsWith('image/')
}

/** How many bytes at the beginning tell the type. */
export const telling = 12

/**
 * The type that a file's first bytes show; undefined if none of ours but text, which they cannot
 * show. What its name says, or whoever sends it, is not asked.
 */
export function typeOf(head: Uint8Array): Exclude<FileType, 'text/plain'> | undefined {
  const begins = (text: string, at = 0) =>
    [...text].every((character, index) => head[at + index] === character.charCodeAt(0))
  if (begins('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (begins('\xff\xd8\xff')) return 'image/jpeg'
  if (begins('RIFF') && begins('WEBP', 8)) return 'image/webp'
  return begins('%PDF-') ? 'application/pdf' : undefined
}
