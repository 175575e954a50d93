import { z } from 'zod'
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
)

/** For how long conversations are kept. */
export const privacy = servedSection({
  read: async ({ desk }) => ({ retention: desk.retentionDays }),
  forms,
  async act(asking, { retention }) {
    const { context, session } = asking
    const days = typeof retention === 'number' ? retention : undefined
    await context.services.desks.saveRetention(session.user.uid, days)
    return done(asking, 'privacy', 'retentionSaved')
  },
})
