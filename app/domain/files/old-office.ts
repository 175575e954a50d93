import type { Bytes } from './files'
import { endingIn } from './names'
import type { FileType } from './types'

const signature = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

/** Bytes of an entry of the directory. Source: MS-CFB §2.6.1. */
const entryLength = 128

/** By the stream that each has. */
const documents: [stream: string, type: FileType, ending: string][] = [
  ['WordDocument', 'application/msword', 'doc'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint', 'ppt'],
  ['Workbook', 'application/vnd.ms-excel', 'xls'],
  ['Book', 'application/vnd.ms-excel', 'xls'],
]

const macros = ['Macros', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR']

/**
 * What a document of Office 97 to 2003 is, by the names in its directory; `macro` where one of Word or Excel
 * has macros. Those of PowerPoint, and Excel 4's, are not in the directory. Undefined for other files.
 */
export async function oldOfficeType(
  head: Uint8Array,
  read: () => Promise<Bytes>,
  name: string,
): Promise<FileType | 'macro' | undefined> {
  if (String.fromCharCode(...head.subarray(0, 8)) !== signature) return undefined
  const names = await entriesIn(await read())
  if (macros.some((each) => names.has(each))) return 'macro'
  // A text may have a table in it, and the other way round.
  const found = documents.filter(([stream]) => names.has(stream))
  return (found.find(([, , ending]) => ending === endingIn(name)) ?? found[0])?.[1]
}

/** The names of all that look like entries, which begin at multiples of their length. */
async function entriesIn(bytes: Bytes): Promise<Set<string>> {
  const names = new Set<string>()
  let rest: Uint8Array = new Uint8Array()
  for await (const piece of bytes) {
    const joined = new Uint8Array(rest.length + piece.length)
    joined.set(rest)
    joined.set(piece, rest.length)
    let at = 0
    for (; at + entryLength <= joined.length; at += entryLength) {
      const name = nameOf(joined.subarray(at, at + entryLength))
      if (name) names.add(name)
    }
    rest = joined.subarray(at)
  }
  return names
}

/** A name in UTF-16, its length in bytes with the zero at its end, and a kind. */
function nameOf(entry: Uint8Array): string | undefined {
  const [length = 0, high, kind = 0] = entry.subarray(64, 67)
  const isEntry = high === 0 && length >= 4 && length <= 64 && length % 2 === 0
  if (!isEntry || ![1, 2, 5].includes(kind)) return undefined
  return new TextDecoder('utf-16le').decode(entry.subarray(0, length - 2))
}
