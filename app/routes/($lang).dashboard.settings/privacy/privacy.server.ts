import { z } from 'zod'
import { typedLink } from '~/domain/desks/embeds-input'
import { retentionPeriods } from '~/domain/desks/retention'
import { incompleteForm } from '~/domain/forms/forms'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { form } from '~/http/forms/form-action.server'
import type { Section } from '../section.server'
import { sectionPage } from '../sections'

const retentionInput = z.object({
  retention: z
    .string()
    .transform((text) => retentionPeriods.find((days) => String(days) === text) ?? text)
    .refine((choice) => typeof choice === 'number' || choice === 'never', incompleteForm),
})

const linkInput = z.object(fieldsIn('link', typedLink))

export const privacy = {
  read: async ({ desk }) => ({ retention: desk.retentionDays, link: desk.privacyLink }),
  forms: {
    'save-retention': form(retentionInput, async ({ retention }, { desk, context }) => {
      const days = typeof retention === 'number' ? retention : undefined
      await context.services.desks.saveRetention(desk.id, days)
      return { to: sectionPage('privacy', context), notice: 'retentionSaved' }
    }),
    'save-privacy-link': form(linkInput, async (typed, { desk, context }) => {
      const privacyLink = textIn('link', typed)
      await context.services.desks.saveTexts(desk.id, { privacyLink })
      return { to: sectionPage('privacy', context), notice: 'privacyLinkSaved' }
    }),
  },
} satisfies Section
