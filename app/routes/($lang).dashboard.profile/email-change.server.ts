import { z } from 'zod'
import { sealedCookie } from '~/http/cookies/sealed-cookie.server'

/** The address that a user of this browser wants to change to, for as long as its link may work. */
export const emailChangeCookie = sealedCookie(
  'email-change',
  24 * 3_600,
  z.object({ uid: z.string(), email: z.string() }),
)
