/** Each begins with its byte order mark; the longest first. */
const marked: [encoding: string, mark: number[]][] = [
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['UTF-16', [0xff, 0xfe]],
  ['UTF-16', [0xfe, 0xff]],
]

const asUtf8 = 'save it as UTF-8 and try again'

/** The text of a UTF-8 file, without a byte order mark. Throws an Error that names another encoding. */
export function decodeText(bytes: Uint8Array): string {
  const [encoding] = marked.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  if (encoding) throw new Error(`the file is ${encoding}; ${asUtf8}`)
  // Before it is decoded: with umlauts UTF-16 is no UTF-8 either.
  if (bytes.includes(0)) {
    throw new Error(`the file has zero bytes, as UTF-16 without a byte order mark; ${asUtf8}`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Error(`${positionOf(bytes)}: the file is not UTF-8, perhaps Windows-1252; ${asUtf8}`)
  }
}

/** The content of a JSON file. Throws an Error whose message is a sentence. */
export function decodeJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes)
  if (text.trim() === '') throw new Error('the file is empty')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`the file is not JSON: ${(error as Error).message}`)
  }
}

/** The position of the first byte that is not UTF-8, with the text before it. */
function positionOf(bytes: Uint8Array): string {
  const beginning = new TextDecoder().decode(bytes)
  const before = beginning.slice(0, beginning.indexOf('\ufffd'))
  const line = before.split('\n').length
  const words = /[\p{L}\p{N} ]{0,20}$/u.exec(before)?.[0].trim()
  return `line ${line}${words ? `, after “${words}”` : ''}`
}
