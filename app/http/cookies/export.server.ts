import { z } from 'zod'
import { sealedCookie } from './sealed-cookie.server'

export const exportCookie = sealedCookie('data-export', 60, z.object({ uid: z.string() }))
