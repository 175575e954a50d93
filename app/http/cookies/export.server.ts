import { z } from 'zod'
import { sealedCookie } from './sealed-cookie.server'

/** Whose data may be downloaded, from the form to the file. */
export const exportCookie = sealedCookie('data-export', 60, z.object({ uid: z.string() }))
