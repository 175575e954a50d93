import { promisify } from 'node:util'
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib'
import type { Beginning } from '~/http/responses/drawn.server'

/** Of both encoders; see `compress`. */
const windowBits = 16

/**
 * A meta-block by hand, up to a whole byte: 24 spaces, 16 as they are and then four times two, from 15, 11,
 * 4 and 1 before. These are the last distances, by which the next ones are said, behind NULs and spaces, too.
 */
const spaces = Buffer.from(' '.repeat(24))
const joint = Buffer.from('b800001e02a40041a821138d47176100', 'hex')

/** What an encoder is given first, behind as long a beginning as there can be a window. */
const before = Buffer.concat([Buffer.alloc(2 ** windowBits), spaces])

const expand = promisify(brotliDecompress)

/**
 * The page in Brotli, its beginning made once and the rest behind it by an encoder of its own, with
 * spaces between them. That encoder has as many NULs behind it, so that what it says of words in Brotli's
 * dictionary holds; nothing refers to them, as no such page has one. Undefined while the beginning is
 * being made, and where the first page did not come back as it was. Source: RFC 7932, 4, 8 and 9.2.
 */
export async function joined(beginning: Beginning, rest: Buffer): Promise<Buffer | undefined> {
  if (rest.includes(0)) return undefined
  if (!beginning.brotli) void make(beginning, rest).catch(() => undefined)
  const { brotli } = beginning
  return Buffer.isBuffer(brotli) ? whole(beginning, brotli, rest) : undefined
}

async function whole({ bytes }: Beginning, brotli: Buffer, rest: Buffer): Promise<Buffer> {
  const first = before.subarray(Math.max(0, 2 ** windowBits - bytes.length))
  return Buffer.concat([brotli, await behind(first, rest)])
}

async function make(beginning: Beginning, rest: Buffer) {
  beginning.brotli = 'none'
  const made = Buffer.concat([await behind(beginning.bytes), joint])
  const back = await expand(await whole(beginning, made, rest))
  const page = Buffer.concat([beginning.bytes, spaces, rest])
  if (back.equals(page)) beginning.brotli = made
}

/** The rest as it is behind what comes first; without any, what comes first, as well as can be. */
function behind(first: Buffer, rest?: Buffer): Promise<Buffer> {
  const made: Buffer[] = []
  const encoder = createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: rest ? 5 : 11,
      [constants.BROTLI_PARAM_LGWIN]: windowBits,
    },
  })
  return new Promise((resolve, reject) => {
    encoder.on('data', (piece) => made.push(piece)).on('error', reject)
    encoder.write(first, () => {
      if (rest) made.length = 0
      else resolve(Buffer.concat(made))
      encoder.on('end', () => resolve(Buffer.concat(made))).end(rest)
    })
  })
}
