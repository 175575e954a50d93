import { endings, type FileType } from './file-types'

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
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .normalize('NFC')
    .replace(unseen, '')
    .replace(reserved, ' ')
    .replace(/\s+/g, ' ')
    .replace(ourEndings, '')
    .replace(/^[\s.~-]+|[\s.]+$/g, '')
  const short = [...plain].slice(0, longestName).join('').trim()
  const stem = devices.test(short.split('.')[0] ?? '') ? `_${short}` : short
  return `${stem || 'file'}.${endings[type]}`
}
