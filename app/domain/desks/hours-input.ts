import { z } from 'zod'
import { type Exception, isReplyPromise, type ReplyPromise, type Slot, type Week } from './hours'

const slot: z.ZodType<Slot> = z.object({
  from: z.number().int().min(0).max(1_439),
  to: z.number().int().min(0).max(1_440),
})

const date = z.string().regex(/^\d{4}-\d\d-\d\d$/)

const week: z.ZodType<Week> = z.array(z.array(slot)).length(7)

const exceptions: z.ZodType<Exception[]> = z.array(
  z.object({ first: date, last: date, slot: slot.optional(), label: z.string() }),
)

/** Invalid hours count as absent rather than breaking the page. */
export function weekFrom(stored: unknown): Week | undefined {
  return stored === undefined ? undefined : week.safeParse(stored).data
}

export function exceptionsFrom(stored: unknown): Exception[] {
  return exceptions.safeParse(stored).data ?? []
}

export function replyPromiseFrom(stored: unknown): ReplyPromise | undefined {
  return isReplyPromise(stored) ? stored : undefined
}

/** Zones that JavaScript lists by an outdated name. */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** IANA names, sorted. */
export function timeZones(): Set<string> {
  const listed = Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name)
  return new Set([...listed, 'UTC'].sort())
}
