import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { sealedCookie } from './sealed-cookie.server'

/** Seconds: time to sign in, by an e-mailed link too. */
const lifetime = 30 * 60

/** Characters of the compressed fields: the request's other cookies need room, too. */
const longest = 2_400

/** Bytes: no form of ours is longer. */
const mostText = 64 * 1_024

const content = z.object({
  /** Whose form it was; see `accountMark`. */
  mark: z.string(),
  path: z.string(),
  intent: z.string(),
  typed: z.record(z.string()),
})

export type Unsent = z.output<typeof content>

const cookie = sealedCookie('unsent', lifetime, z.string())

/** Set-Cookie value; undefined where the fields are too long for a cookie. */
export function keepUnsent(context: AppLoadContext, unsent: Unsent): string | undefined {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 7 }
  const packed = brotliCompressSync(JSON.stringify(unsent), { params }).toString('base64url')
  return packed.length > longest ? undefined : cookie.write(context, packed)
}

export function readUnsent(context: AppLoadContext): Unsent | undefined {
  const packed = cookie.read(context)
  if (packed === undefined) return undefined
  const text = brotliDecompressSync(Buffer.from(packed, 'base64url'), {
    maxOutputLength: 2 * mostText,
  })
  return content.safeParse(JSON.parse(text.toString())).data
}

export function forgetUnsent(context: AppLoadContext): string {
  return cookie.clear(context)
}
