import { endings, type FileType } from './types'

const longestName = 80

/** Letters that draw nothing, turn the reading direction or end a line: they make `exe` look like `txt`. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** What some system takes for a path, a wildcard or a stream. */
const reserved = /[<>:"/\\|?*]+/g

/** Names of devices in Windows, whatever ending they have. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i

const ourEndings = /\.(png|jpe?g|webp|pdf|txt)$/i

/**
 * A name under which the file can be shown and saved anywhere: that of the sender without what could
 * mislead people or systems, with the ending of what the file really is.
 */
export function fileName(sent: string, type: FileType): string {
  const plain = withoutTricks(sent).replace(ourEndings, '')
  const short = cut(plain.replace(/^[\s.~-]+|[\s.]+$/g, ''))
  const stem = devices.test(short.split('.')[0] ?? '') ? `_${short}` : short
  return `${stem || 'file'}.${endings[type]}`
}

/** What somebody calls a file, as a page may say it of one that is not taken. */
export function shownName(sent: string): string {
  return cut(withoutTricks(sent)) || '?'
}

function withoutTricks(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  return last
    .normalize('NFC')
    .replace(unseen, '')
    .replace(reserved, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function cut(name: string): string {
  return [...name].slice(0, longestName).join('').trim()
}
