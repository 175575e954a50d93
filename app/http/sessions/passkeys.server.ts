import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { IdentityError } from '../../domain/identity/identity'
import type { Ceremony, PasskeySignIn } from '../../domain/identity/passkeys'
import { sealedCookie } from '../cookies/sealed-cookie.server'
import { consume } from '../limits/rate-limits.server'

/** A passkey of an account that is being made; `isFirst`: with the account itself. */
const making = z.object({ uid: z.string(), name: z.string(), isFirst: z.boolean().optional() })

type Making = z.output<typeof making>

/** What a device has to sign, for five minutes: to sign in, or for a new passkey. */
const cookie = sealedCookie(
  'passkey',
  5 * 60,
  z.object({ challenge: z.string(), making: making.optional() }),
)

/** Undefined at Firebase, and where the site's address is a number, for which browsers make none. */
export function passkeySignIn({ services, config }: AppLoadContext): PasskeySignIn | undefined {
  const { hostname } = new URL(config.publicOrigin)
  return isIP(hostname.replace(/[[\]]/g, '')) ? undefined : services.passkeySignIn
}

/** 256 bits, with the Set-Cookie value by which this browser alone may answer. */
export function newChallenge(
  context: AppLoadContext,
  making?: Making,
): { challenge: string; cookie: string } {
  const challenge = randomBytes(32).toString('base64url')
  return { challenge, cookie: cookie.write(context, { challenge, making }) }
}

/** For a new passkey of the account, or without one to sign in; undefined once it is over. */
export function openChallenge(context: AppLoadContext, uid?: string) {
  const asked = cookie.read(context)
  return asked?.making?.uid === uid ? asked : undefined
}

/** Uses it up; with the name of a new passkey. Throws 'passkey-over' without one. */
export async function takeChallenge(
  context: AppLoadContext,
  uid?: string,
): Promise<Ceremony & { name: string }> {
  return take(context, openChallenge(context, uid))
}

/** As `takeChallenge`, for an account that is made with the passkey. */
export async function takeFirstChallenge(
  context: AppLoadContext,
): Promise<Ceremony & { uid: string; name: string }> {
  const asked = cookie.read(context)
  const { uid = '', isFirst } = asked?.making ?? {}
  return { uid, ...(await take(context, isFirst ? asked : undefined)) }
}

async function take(context: AppLoadContext, asked: ReturnType<typeof openChallenge>) {
  if (!asked || (await consume(context, 'return', asked.challenge)) > 0) {
    throw new IdentityError('passkey-over', 'no challenge, or it was answered before')
  }
  const { challenge, making } = asked
  return { challenge, origin: context.config.publicOrigin, name: making?.name ?? '' }
}

export function clearChallenge(context: AppLoadContext): string {
  return cookie.clear(context)
}

/** Characters; a device sends some thousand. */
const longestAnswer = 8_192

/** Base64url of something. */
const bytes = z
  .string()
  .min(1)
  .regex(/^[\w-]+$/)

/** A credential's id, limited in length since stores use it as a key. */
const id = bytes.pipe(z.string().max(700))

export const assertion = z.object({
  id,
  userHandle: bytes.pipe(z.string().max(200)),
  clientDataJSON: bytes,
  authenticatorData: bytes,
  signature: bytes,
})

export const attestation = z.object({ id, clientDataJSON: bytes, attestationObject: bytes })

/** The field of a form with what a device gave, as JSON. */
export function deviceAnswer<Answer extends z.ZodTypeAny>(answer: Answer) {
  const wrong = 'auth:wrongPasskey'
  return z
    .string({ required_error: wrong })
    .max(longestAnswer, wrong)
    .transform((text, { addIssue }): z.output<Answer> => {
      const { data } = answer.safeParse(fromJson(text))
      if (data !== undefined) return data
      addIssue({ code: 'custom', message: wrong })
      return z.NEVER
    })
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
