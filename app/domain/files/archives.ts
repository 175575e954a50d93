import type { Bytes } from './files'
import { isProgramName } from './programs'
import type { FileType } from './types'

/** Why an archive is refused. Also the locale key of its sentence. */
export type ArchiveProblem = 'broken' | 'macro' | 'holds' | 'unpacked'

/** Of an archive's first file, and of an empty archive. */
const signatures = ['PK\x03\x04', 'PK\x05\x06']

/** Bytes of an archive's directory that are looked at. */
const longestDirectory = 1_024 * 1_024

/** Bytes of the record that ends an archive, without its comment. */
const endLength = 22

const longestComment = 65_535

/** Bytes that an archive may unpack to, as it says itself. */
const largestUnpacked = 1_024 * 1_024 * 1_024

interface Directory {
  names: string[]
  /** Bytes of all files once unpacked. */
  unpacked: number
}

/**
 * What a ZIP is, by its directory alone: nothing is unpacked. Undefined for no ZIP. `head` has its first
 * bytes. Source: PKWARE APPNOTE 6.3.10, §4.3.
 */
export async function archiveType(
  head: Uint8Array,
  read: () => Promise<Bytes>,
): Promise<FileType | ArchiveProblem | undefined> {
  const beginning = String.fromCharCode(...head.subarray(0, 256))
  if (!signatures.some((signature) => beginning.startsWith(signature))) return undefined
  const directory = directoryIn(await endOf(await read()))
  if (!directory) return 'broken'
  const { names, unpacked } = directory
  const type = documentType(beginning, names)
  if (type && names.some(isMacro)) return 'macro'
  if (names.some(isProgramName)) return 'holds'
  return unpacked > largestUnpacked ? 'unpacked' : (type ?? 'application/zip')
}

/** Source: ECMA-376 part 2, OpenDocument 1.3 part 2, §3.3. */
function documentType(beginning: string, names: readonly string[]): FileType | undefined {
  const has = (name: string) => names.includes(name)
  if (has('[Content_Types].xml')) {
    const office = 'application/vnd.openxmlformats-officedocument'
    if (has('word/document.xml')) return `${office}.wordprocessingml.document`
    if (has('xl/workbook.xml')) return `${office}.spreadsheetml.sheet`
    if (has('ppt/presentation.xml')) return `${office}.presentationml.presentation`
  }
  const open = 'application/vnd.oasis.opendocument'
  const [, kind] =
    /^.{30}mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)PK/s.exec(
      beginning,
    ) ?? []
  if (kind === 'text' || kind === 'spreadsheet' || kind === 'presentation') return `${open}.${kind}`
  return undefined
}

/** Of VBA, of Excel 4, and of OpenDocument. */
function isMacro(name: string): boolean {
  return /(?:^|\/)vbaproject\.bin$|^xl\/(?:intl)?macrosheets\/|^(?:basic|scripts)\/./i.test(name)
}

/** As much of the end as a directory may take. */
async function endOf(bytes: Bytes): Promise<{ end: Uint8Array; size: number }> {
  const most = longestDirectory + endLength + longestComment
  const pieces: Uint8Array[] = []
  let [size, kept] = [0, 0]
  for await (const piece of bytes) {
    pieces.push(piece)
    size += piece.length
    kept += piece.length
    while (kept - (pieces[0]?.length ?? 0) >= most) kept -= pieces.shift()?.length ?? 0
  }
  const end = new Uint8Array(kept)
  let at = 0
  for (const piece of pieces) {
    end.set(piece, at)
    at += piece.length
  }
  return { end, size }
}

/** Undefined where the directory is not directly before the end of the file, broken, or too long. */
function directoryIn({ end, size }: { end: Uint8Array; size: number }): Directory | undefined {
  const view = new DataView(end.buffer)
  const first = size - end.length
  for (let at = end.length - endLength; at >= 0; at -= 1) {
    if (end.length - at - endLength > longestComment) return undefined
    if (view.getUint32(at, true) !== 0x06054b50) continue
    if (at + endLength + view.getUint16(at + 20, true) !== end.length) continue
    const begin = view.getUint32(at + 16, true) - first
    const isWhole = begin >= 0 && begin + view.getUint32(at + 12, true) === at
    return isWhole ? entriesIn(end, view, begin, at) : undefined
  }
  return undefined
}

function entriesIn(
  end: Uint8Array,
  view: DataView,
  begin: number,
  stop: number,
): Directory | undefined {
  const names: string[] = []
  let unpacked = 0
  let at = begin
  while (at < stop) {
    if (at + 46 > stop || view.getUint32(at, true) !== 0x02014b50) return undefined
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    unpacked += view.getUint32(at + 24, true)
    const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > stop) return undefined
    names.push(new TextDecoder().decode(end.subarray(at + 46, nameEnd)))
    at = next
  }
  return { names, unpacked }
}
