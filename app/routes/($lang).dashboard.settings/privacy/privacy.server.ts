import { z } from 'zod'
import { typedLink } from '~/domain/desks/embeds-input'
import { retentionPeriods } from '~/domain/desks/retention'
import { formsByIntent } from '../forms.server'
import { done, servedSection } from '../served-section.server'

const never = 'never'

const forms = formsByIntent(
  z.object({
    intent: z.literal('save-retention'),
    retention: z
      .string({ required_error: 'errors:form.key' })
      .transform((text) => retentionPeriods.find((days) => String(days) === text) ?? text)
      .refine((choice) => typeof choice === 'number' || choice === never, 'errors:form.key'),
  }),
  z.object({ intent: z.literal('save-privacy-link'), linkEn: typedLink, linkDe: typedLink }),
)

export const privacy = servedSection({
  read: async ({ desk }) => ({ retention: desk.retentionDays, link: desk.privacyLink }),
  forms,
  async act(asking, form) {
    const { context, session } = asking
    const { desks } = context.services
    const { uid } = session.user
    if (form.intent === 'save-privacy-link') {
      await desks.saveTexts(uid, { privacyLink: { en: form.linkEn, de: form.linkDe } })
      return done(asking, 'privacy', 'privacyLinkSaved')
    }
    const days = typeof form.retention === 'number' ? form.retention : undefined
    await desks.saveRetention(uid, days)
    return done(asking, 'privacy', 'retentionSaved')
  },
})
