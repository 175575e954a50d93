import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { barePath } from '../../i18n/addresses'
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
 * Adds a form to those of other tabs, or replaces it if it was sent before. Set-Cookie value; undefined where
 * the cookie has no room for its fields.
 */
export function keepUnsent(context: AppLoadContext, unsent: Unsent): string | undefined {
  return write(context, [unsent, ...othersThan(unsent, context)])
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
export function forgetUnsent(context: AppLoadContext, unsent: Sent): string {
  return write(context, othersThan(unsent, context)) ?? cookie.clear(context)
}

type Sent = Pick<Unsent, 'mark' | 'path' | 'typed'>

function othersThan(unsent: Sent, context: AppLoadContext): Unsent[] {
  return readUnsent(context).filter((each) => idOf(each) !== idOf(unsent))
}

function idOf({ mark, path, typed }: Sent): string {
  return JSON.stringify([mark, barePath(path), typed.key])
}

function write(context: AppLoadContext, all: Unsent[]): string | undefined {
  if (all.length === 0) return cookie.clear(context)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 7 }
  const text = JSON.stringify(all)
  if (Buffer.byteLength(text) > mostText) return undefined
  const packed = brotliCompressSync(text, { params }).toString('base64url')
  return packed.length > longest ? undefined : cookie.write(context, packed)
}
