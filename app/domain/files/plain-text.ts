import { isVisible } from '../text/single-line'
import { asWindows1252 } from '../text/windows-1252'
import { type Bytes, headOf } from './files'

/** windows-1252 is what old Western European editors write, UTF-16 what Windows calls Unicode. */
export type TextEncoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'

/** Without tabs, line ends and page breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
const controls = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f]/

/** How HTML, SVG and XML begin, perhaps after a byte order mark; browsers may sniff them. */
const markup = /^(\ufeff|\xef\xbb\xbf)?\s*<[!?a-z]/i

/** The encoding of plain text; else `markup`, which browsers may sniff, or undefined. */
export async function textEncodingOf(
  read: () => Promise<Bytes>,
): Promise<TextEncoding | 'markup' | undefined> {
  const wide = wideEncodingOf(await headOf(await read(), 64))
  // UTF-8 first: windows-1252 decodes anything, to other words.
  for (const encoding of wide ? [wide] : (['utf-8', 'windows-1252'] as const)) {
    const finding = await find(await read(), encoding)
    if (finding === 'text') return encoding
    if (finding !== 'unreadable') return finding === 'markup' ? 'markup' : undefined
  }
  return undefined
}

/** UTF-16 by its byte order mark, or by zeros at every other place, as most letters have them. */
function wideEncodingOf(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 1].map(
    (from) => head.filter((byte, at) => at % 2 === from && byte === 0).length,
  )
  const [high = 0, low = 0] = zeros
  if (high + low < head.length / 4 || (high > 0 && low > 0)) return undefined
  return high > 0 ? 'utf-16be' : 'utf-16le'
}

async function find(
  bytes: Bytes,
  encoding: TextEncoding,
): Promise<'text' | 'markup' | 'other' | 'unreadable'> {
  let beginning = ''
  let isOther = false
  try {
    for await (const text of decoded(bytes, encoding)) {
      isOther ||= controls.test(text)
      if (beginning.length < 1_024) beginning += text
    }
  } catch (error) {
    if (error instanceof TypeError) return 'unreadable'
    throw error
  }
  if (isOther) return 'other'
  return markup.test(beginning) ? 'markup' : 'text'
}

export async function* asUtf8(bytes: Bytes, encoding: TextEncoding): Bytes {
  const encoder = new TextEncoder()
  for await (const text of decoded(bytes, encoding)) yield encoder.encode(text)
}

/** Throws a TypeError for bytes that are invalid in the encoding. */
async function* decoded(bytes: Bytes, encoding: TextEncoding) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const sound = encoding === 'windows-1252' ? asWindows1252 : (text: string) => text
  for await (const piece of bytes) yield sound(decoder.decode(piece, { stream: true }))
  yield sound(decoder.decode())
}

/** LF, no controls but tabs, U+FFFD for lone surrogates. Source: HTML, 13.2.3.5, 13.2.5.1. */
export function soundText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
}

/** What was typed into a field of several lines, trimmed; empty if there is nothing to see. */
export function soundLines(typed: string): string {
  const text = soundText(typed).trim()
  return isVisible(text) ? text : ''
}
