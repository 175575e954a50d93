import type { PictureType } from './pictures'

/** An e-mail as it came, or one that was saved as a file. */
export const letterType = 'message/rfc822'

/**
 * What a message may have as files, in the chat, at the desk and by e-mail: the ending that each gets, and the
 * locale key of its name in words. Browsers execute none of them.
 */
const kinds = {
  'image/png': { ending: 'png', word: 'picture' },
  'image/jpeg': { ending: 'jpg', word: 'picture' },
  'image/webp': { ending: 'webp', word: 'picture' },
  /** Only where the server cannot draw it. */
  'image/heic': { ending: 'heic', word: 'heic' },
  'application/pdf': { ending: 'pdf', word: 'pdf' },
  'text/plain': { ending: 'txt', word: 'text' },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    ending: 'docx',
    word: 'document',
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    ending: 'xlsx',
    word: 'table',
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    ending: 'pptx',
    word: 'slides',
  },
  'application/msword': { ending: 'doc', word: 'document' },
  'application/vnd.ms-excel': { ending: 'xls', word: 'table' },
  'application/vnd.ms-powerpoint': { ending: 'ppt', word: 'slides' },
  'application/vnd.oasis.opendocument.text': { ending: 'odt', word: 'openText' },
  'application/vnd.oasis.opendocument.spreadsheet': { ending: 'ods', word: 'openTable' },
  'application/vnd.oasis.opendocument.presentation': { ending: 'odp', word: 'openSlides' },
  'application/zip': { ending: 'zip', word: 'archive' },
  'audio/mpeg': { ending: 'mp3', word: 'audio' },
  'audio/mp4': { ending: 'm4a', word: 'audio' },
  'audio/ogg': { ending: 'ogg', word: 'audio' },
  'video/mp4': { ending: 'mp4', word: 'video' },
  'video/quicktime': { ending: 'mov', word: 'video' },
  'video/webm': { ending: 'webm', word: 'video' },
  'text/calendar': { ending: 'ics', word: 'event' },
  'text/vcard': { ending: 'vcf', word: 'contact' },
  'message/rfc822': { ending: 'eml', word: 'letter' },
} as const

export type FileType = keyof typeof kinds

export function endingOf(type: FileType): string {
  return kinds[type].ending
}

/** The key of its name in words, below `thread:kinds`. */
export function wordOf(type: FileType) {
  return kinds[type].word
}

export const endings: readonly string[] = Object.values(kinds).map(({ ending }) => ending)

/**
 * A hint for the file field; the bytes decide. Without HEIC, so that iPhones send their photos as JPEG, which
 * everybody can open.
 */
export const accepted = [...endings.filter((ending) => ending !== 'heic'), 'jpeg', 'gif', 'avif']
  .map((ending) => `.${ending}`)
  .join()

/** Whether it was drawn again here, so that a browser may show it. */
export function isPicture(type: FileType): type is PictureType {
  return type === 'image/png' || type === 'image/jpeg' || type === 'image/webp'
}
