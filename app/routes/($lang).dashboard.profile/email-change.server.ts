import { z } from 'zod'
import { sealedCookie } from '~/http/cookies/sealed-cookie.server'

/** For as long as its link works. */
export const emailChangeCookie = sealedCookie(
  'email-change',
  24 * 3_600,
  z.object({ uid: z.string(), email: z.string() }),
)
