import { isDeepStrictEqual } from 'node:util'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { sealedCookie } from './sealed-cookie.server'

/** Seconds: time to sign in, by an e-mailed link too. */
const lifetime = 30 * 60

/** Characters of the compressed fields: the request's other cookies need room, too. */
const longest = 2_400

/** Bytes, uncompressed: twice as long as our longest form. */
const mostText = 128 * 1_024

const content = z.object({
  /** Whose form it was; see `accountMark`. */
  mark: z.string(),
  path: z.string(),
  intent: z.string(),
  typed: z.record(z.string()),
})

export type Unsent = z.output<typeof content>

const cookie = sealedCookie('unsent', lifetime, z.string())

/**
 * One more form beside those of other tabs; in place of itself, if it was sent before. Set-Cookie value;
 * undefined where the cookie has no room for its fields.
 */
export function keepUnsent(context: AppLoadContext, unsent: Unsent): string | undefined {
  const idOf = ({ mark, path, typed }: Unsent) => JSON.stringify([mark, path, typed.key])
  const others = readUnsent(context).filter((each) => idOf(each) !== idOf(unsent))
  return write(context, [unsent, ...others])
}

/** The newest first. */
export function readUnsent(context: AppLoadContext): Unsent[] {
  const packed = cookie.read(context)
  if (packed === undefined) return []
  const text = brotliDecompressSync(Buffer.from(packed, 'base64url'), {
    maxOutputLength: mostText,
  })
  return z.array(content).safeParse(JSON.parse(text.toString())).data ?? []
}

/** Set-Cookie value. */
export function forgetUnsent(context: AppLoadContext, unsent: Unsent): string {
  const others = readUnsent(context).filter((each) => !isDeepStrictEqual(each, unsent))
  return write(context, others) ?? cookie.clear(context)
}

function write(context: AppLoadContext, all: Unsent[]): string | undefined {
  if (all.length === 0) return cookie.clear(context)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 7 }
  const text = JSON.stringify(all)
  if (Buffer.byteLength(text) > mostText) return undefined
  const packed = brotliCompressSync(text, { params }).toString('base64url')
  return packed.length > longest ? undefined : cookie.write(context, packed)
}
