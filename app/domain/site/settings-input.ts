import { z } from 'zod'
import { inEvery, type LocalizedText } from '../text/languages'
import { homePartNames, type SiteSettings } from './settings'

const text: z.ZodType<LocalizedText> = z.object(inEvery(() => z.string().optional()))
const pictureId = z.string().regex(/^[0-9a-z]{1,40}$/)

const kept = z.object({
  mark: pictureId.optional(),
  credit: z.boolean(),
  home: z
    .array(
      z.object({
        name: z.enum(homePartNames),
        on: z.boolean(),
        title: text,
        text,
        picture: z.object({ id: pictureId, alt: text }).optional(),
        questions: z.array(z.object({ question: text, answer: text })),
      }),
    )
    .optional(),
  shop: z.object({ open: z.boolean(), closedUntil: z.string().optional() }).optional(),
  offers: z.boolean().optional(),
})

/** Throws for settings that no version has written. */
export function keptSettings(content: unknown): SiteSettings {
  return kept.parse(content)
}
