import type { Bytes } from './files'

/** How a text is written down: as everybody does today, or as old editors in Western Europe do. */
export type TextEncoding = 'utf-8' | 'windows-1252'

/** Controls that no text has; tabs, line ends and page breaks are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
const controls = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f]/

/**
 * HTML, SVG and XML begin like this, after a byte order mark if there is one, and browsers have been
 * talked into reading them as such.
 */
const markup = /^(\ufeff|\xef\xbb\xbf)?\s*<[!?a-z]/i

/** How bytes are written down if they are plain text; undefined if they are something else. */
export async function textEncodingOf(
  read: () => Promise<Bytes>,
): Promise<TextEncoding | undefined> {
  // What can be read as UTF-8 is UTF-8: the older encoding can read anything, and would find other words.
  for (const encoding of ['utf-8', 'windows-1252'] as const) {
    const finding = await find(await read(), encoding)
    if (finding !== 'unreadable') return finding === 'text' ? encoding : undefined
  }
  return undefined
}

async function find(
  bytes: Bytes,
  encoding: TextEncoding,
): Promise<'text' | 'other' | 'unreadable'> {
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
  return isOther || markup.test(beginning) ? 'other' : 'text'
}

/** The same text as UTF-8. */
export async function* asUtf8(bytes: Bytes, encoding: TextEncoding): Bytes {
  const encoder = new TextEncoder()
  for await (const text of decoded(bytes, encoding)) yield encoder.encode(text)
}

/** Throws a TypeError at bytes that mean nothing in the encoding. */
async function* decoded(bytes: Bytes, encoding: TextEncoding) {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/**
 * What somebody typed, as every store and every HTML parser keeps it: lines end in LF, without control
 * characters but tabs, and with U+FFFD for half a character. Source: HTML, 13.2.3.5 and 13.2.5.1.
 */
export function soundText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
}
