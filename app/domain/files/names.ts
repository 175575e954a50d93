import { withoutEnd } from '../text/ends'
import { isVisible } from '../text/single-line'
import { endingOf, endings, type FileType } from './types'

const longestName = 80

/** Invisible, direction-changing or line-ending: they make `exe` look like `txt`. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** Paths, wildcards and streams of some system. */
const reserved = /[<>:"/\\|?*]+/g

/** Windows devices, whatever their ending. */
const devices = /^(con|conin\$|conout\$|prn|aux|nul|(com|lpt)[\d¹²³])$/i

/** Endings of sent files that get another one, or the same in other letters. */
const others = ['jpeg', 'gif', 'avif', 'heif', 'htm', 'html']

/** Whether a file's ending is replaced by that of its true type. */
export function isKnownEnding(ending: string): boolean {
  return endings.includes(ending) || others.includes(ending)
}

/** The ending of a name, in lower case and as Windows reads it; empty without one. */
export function endingIn(name: string): string {
  const last = name.split('\0', 1)[0]?.split(/[/\\]/).at(-1) ?? ''
  const seen = withoutEnd(last, /[\s.]/)
  const dot = seen.lastIndexOf('.')
  return dot < 0 ? '' : seen.slice(dot + 1).toLowerCase()
}

/** The sender's name without what could mislead people or systems, with the true type's ending. */
export function fileName(sent: string, type: FileType): string {
  const given = withoutTricks(sent)
  const plain = isKnownEnding(endingIn(given)) ? given.replace(/\.[^.]*$/, '') : given
  const short = cut(withoutEnd(plain.replace(/^[\s.~-]+/, ''), /[\s.]/))
  const stem = devices.test(short.split('.')[0] ?? '') ? `_${short}` : short
  return `${isVisible(stem) ? stem : 'file'}.${endingOf(type)}`
}

/** The sender's name for a page, of a refused file. */
export function shownName(sent: string): string {
  const name = cut(withoutTricks(sent))
  return isVisible(name) ? name : '?'
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
