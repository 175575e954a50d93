import { z } from 'zod'
import { languages } from '../../domain/text/languages'
import { sealedCookie } from '../cookies/sealed-cookie.server'

/** On the way to a provider's sign-in page and back. */
const trip = z.object({
  kind: z.literal('trip'),
  /** What the identity service wants to see again. */
  sessionId: z.string(),
  /** What the provider must bring back; ours in front, the identity service's own behind it. */
  state: z.string(),
  /** The identity service's own part, if it had one. */
  theirState: z.string().nullable(),
  /** A path of ours. */
  to: z.string(),
  language: z.enum(languages),
})

/** The way back met an account that is there already. */
const conflict = z.object({
  kind: z.literal('conflict'),
  email: z.string(),
  providers: z.array(z.string()),
  /** Links the two once the account's owner has signed in; missing where it is too long to keep. */
  pendingToken: z.string().optional(),
})

export type Trip = z.output<typeof trip>
export type Conflict = z.output<typeof conflict>

/** How far somebody got who signs in with a provider, for 10 minutes. */
export const signInFlowCookie = sealedCookie(
  'way-in',
  10 * 60,
  z.discriminatedUnion('kind', [trip, conflict]),
)

/** The address that a mail was asked for in this browser, for an hour: its link needs no typing here. */
export const mailAddressCookie = sealedCookie(
  'mail-address',
  60 * 60,
  z.object({ email: z.string() }),
)

/** Whether two e-mail addresses are one, letter case ignored. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
