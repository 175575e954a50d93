import type { Bytes } from './files'

/** windows-1252 is what old Western European editors write. */
type TextEncoding = 'utf-8' | 'windows-1252'

/** Without tabs, line ends and page breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
const controls = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f]/

/** How HTML, SVG and XML begin, perhaps after a byte order mark; browsers may sniff them. */
const markup = /^(\ufeff|\xef\xbb\xbf)?\s*<[!?a-z]/i

/** Undefined if it is not plain text. */
export async function textEncodingOf(
  read: () => Promise<Bytes>,
): Promise<TextEncoding | undefined> {
  // UTF-8 first: windows-1252 decodes anything, to other words.
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

export async function* asUtf8(bytes: Bytes, encoding: TextEncoding): Bytes {
  const encoder = new TextEncoder()
  for await (const text of decoded(bytes, encoding)) yield encoder.encode(text)
}

/** Throws a TypeError for bytes that are invalid in the encoding. */
async function* decoded(bytes: Bytes, encoding: TextEncoding) {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** LF, no controls but tabs, U+FFFD for lone surrogates. Source: HTML, 13.2.3.5, 13.2.5.1. */
export function soundText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
}
