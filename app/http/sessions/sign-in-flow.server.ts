import { z } from 'zod'
import { emailKey } from '../../domain/text/email'
import { languages } from '../../domain/text/languages'
import { sealedCookie } from '../cookies/sealed-cookie.server'

const trip = z.object({
  kind: z.literal('trip'),
  provider: z.string(),
  /** The identity service wants it back. */
  sessionId: z.string(),
  /** From the provider: our part first, then the identity service's. */
  state: z.string(),
  theirState: z.string().nullable(),
  to: z.string(),
  language: z.enum(languages),
  /** The account that it links the provider to, rather than signing in. */
  uid: z.string().optional(),
})

/** The provider's sign-in met an existing account. */
const conflict = z.object({
  kind: z.literal('conflict'),
  provider: z.string(),
  email: z.string(),
  providers: z.array(z.string()),
  /** Links both once the owner has signed in; absent if too long for the cookie. */
  pendingToken: z.string().optional(),
})

export type Trip = z.output<typeof trip>
export type Conflict = z.output<typeof conflict>

/** A provider's sign-in under way, for 10 minutes. */
export const signInFlowCookie = sealedCookie(
  'way-in',
  10 * 60,
  z.discriminatedUnion('kind', [trip, conflict]),
)

/** The address of an e-mailed link, for an hour: in this browser it need not be typed again. */
export const mailAddressCookie = sealedCookie(
  'mail-address',
  60 * 60,
  z.object({ email: z.string() }),
)

export function isSameAddress(one: string, other: string): boolean {
  return emailKey(one) === emailKey(other)
}
