import { z } from 'zod'
import { graceDays, longestConsent, longestLauncher, sides } from '~/domain/desks/embeds'
import { typedColour, typedLink, typedOrigins } from '~/domain/desks/embeds-input'

const text = (longest: number) => z.string().trim().max(longest, 'embed:errors.long').optional()

/** The room's forms by their buttons. */
export const embedForms = z.discriminatedUnion(
  'intent',
  [
    z.object({
      intent: z.literal('save-look'),
      light: typedColour,
      dark: typedColour,
      side: z.enum(sides, { message: 'errors:form.key' }),
      launcherEn: text(longestLauncher),
      launcherDe: text(longestLauncher),
    }),
    z.object({
      intent: z.literal('save-texts'),
      greetingEn: text(longestConsent),
      greetingDe: text(longestConsent),
      consentEn: text(longestConsent),
      consentDe: text(longestConsent),
      linkEn: typedLink,
      linkDe: typedLink,
    }),
    z.object({ intent: z.literal('save-sites'), origins: typedOrigins }),
    z.object({
      intent: z.literal('replace-key'),
      key: z.string({ required_error: 'errors:form.key' }),
      grace: z
        .string()
        .optional()
        .transform((typed) => graceDays.find((days) => String(days) === typed) ?? 0),
    }),
  ],
  { errorMap: () => ({ message: 'errors:form.key' }) },
)

export type EmbedForm = z.output<typeof embedForms>
