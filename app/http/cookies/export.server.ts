import { z } from 'zod'
import { sealedCookie } from './sealed-cookie.server'

/** `desk`: the id of the account's desk in the form, or empty where it is at none. */
export const exportCookie = sealedCookie(
  'data-export',
  60,
  z.object({ uid: z.string(), desk: z.string() }),
)
