import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, constants, createBrotliCompress } from 'node:zlib'

/** Something in a page that differs from visitor to visitor, in ASCII. */
export interface Blank {
  /** As it was drawn: found in the page by it, and as long as all others. */
  value: string
  /** From the Cookie header of whom the page is sent to, and the address; undefined while it is drawn. */
  make: (cookie?: string, address?: string) => string
}

/** Bytes with room for the values of blanks. */
export interface Template {
  bytes: Buffer
  places: { offset: number; blank: number }[]
}

/** The page with nothing where the blanks are. */
export function templateOf(page: Buffer, blanks: readonly Blank[]): Template {
  const bytes = Buffer.from(page)
  const places = blanks.flatMap(({ value }, blank) =>
    offsetsOf(value, page).map((offset) => ({ offset, blank })),
  )
  places.sort((one, other) => one.offset - other.offset)
  for (const { offset, blank } of places) bytes.fill(0, offset, offset + lengthOf(blanks[blank]))
  return { bytes, places }
}

function offsetsOf(value: string, page: Buffer): number[] {
  const offsets: number[] = []
  for (let at = page.indexOf(value); at >= 0; at = page.indexOf(value, at + value.length)) {
    offsets.push(at)
  }
  return offsets
}

const lengthOf = (blank: Blank | undefined) => blank?.value.length ?? 0

/** Fills a template with the blanks' values, as a string of one byte a character. */
export type Fill = (values: readonly string[]) => string

/** Strings are joined in less time than a buffer takes to be made, and to be collected. */
export function fillOf({ bytes, places }: Template, blanks: readonly Blank[]): Fill {
  const first = bytes.toString('latin1', 0, places[0]?.offset)
  const rest = places.map(({ offset, blank }, place) => {
    const end = offset + lengthOf(blanks[blank])
    return { blank, behind: bytes.toString('latin1', end, places[place + 1]?.offset) }
  })
  return (values) =>
    rest.reduce((filled, { blank, behind }) => filled + (values[blank] ?? '') + behind, first)
}

/** Bytes behind a blank that go uncompressed with it: they are the context of the next literal. */
const behind = 2

/** One try in some 400 fails. */
const tries = 8

/**
 * The template compressed once, with its blanks as meta-blocks without compression between what one
 * encoder made. Where a blank is, the encoder gets `random` bytes. If it refers to some of them all the
 * same (two alike are enough), the page would come back another, and others are tried. Returns undefined
 * if that fails each time. Source: RFC 7932, 9.2.
 */
export async function brotliTemplate(
  page: Template,
  blanks: readonly Blank[],
  random: (size: number) => Buffer = randomBytes,
): Promise<Template | undefined> {
  for (let left = tries; left > 0; left -= 1) {
    const template = await compressed(page, blanks, random)
    if (comesBack(template, page, blanks)) return template
  }
  return undefined
}

function comesBack(template: Template, page: Template, blanks: readonly Blank[]): boolean {
  const values = blanks.map((blank) =>
    randomBytes(lengthOf(blank)).toString('hex').slice(0, lengthOf(blank)),
  )
  try {
    const seen = brotliDecompressSync(Buffer.from(fillOf(template, blanks)(values), 'latin1'))
    return seen.toString('latin1') === fillOf(page, blanks)(values)
  } catch {
    return false
  }
}

async function compressed(
  page: Template,
  blanks: readonly Blank[],
  random: (size: number) => Buffer,
): Promise<Template> {
  const encoder = openEncoder(page.bytes.length)
  const pieces: Buffer[] = []
  const places: Template['places'] = []
  let size = 0
  let read = 0
  const add = (piece: Buffer) => {
    pieces.push(piece)
    size += piece.length
  }
  for (const { offset, blank } of page.places) {
    const length = lengthOf(blanks[blank])
    const end = offset + length
    add(await encoder.flush(page.bytes.subarray(read, offset)))
    const rest = page.bytes.subarray(end, end + behind)
    await encoder.flush(Buffer.concat([random(length), rest]))
    add(uncompressedHead(length + rest.length))
    places.push({ offset: size, blank })
    add(Buffer.concat([Buffer.alloc(length), rest]))
    read = end + rest.length
  }
  add(await encoder.end(page.bytes.subarray(read)))
  return { bytes: Buffer.concat(pieces), places }
}

/** ISLAST 0, MNIBBLES 4, MLEN, ISUNCOMPRESSED 1: three bytes, as many as 65,536 may follow. */
function uncompressedHead(length: number): Buffer {
  const head = Buffer.alloc(3)
  head.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3)
  return head
}

function openEncoder(size: number) {
  const stream = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  })
  let made: Buffer[] = []
  stream.on('data', (piece: Buffer) => made.push(piece))
  const taken = () => {
    const all = Buffer.concat(made)
    made = []
    return all
  }
  return {
    /** All bytes of the piece, ending on a whole byte. */
    flush: (piece: Buffer) =>
      new Promise<Buffer>((resolve, reject) => {
        stream.once('error', reject)
        stream.write(piece)
        stream.flush(constants.BROTLI_OPERATION_FLUSH, () => {
          stream.off('error', reject)
          setImmediate(() => resolve(taken()))
        })
      }),
    end: (piece: Buffer) =>
      new Promise<Buffer>((resolve, reject) => {
        stream.once('error', reject)
        stream.once('end', () => resolve(taken()))
        stream.end(piece)
      }),
  }
}
