import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { typedLink } from '~/domain/desks/embeds-input'
import { visitedPagesChoices } from '~/domain/desks/people'
import { retentionPeriods } from '~/domain/desks/retention'
import { incompleteForm } from '~/domain/forms/forms'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange } from '~/http/desks/audit-log.server'
import { type Forms, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireManager } from '~/http/sessions/access.server'
import { sectionPage } from '../($lang).dashboard.settings/sections'

const retentionInput = z.object({
  retention: z
    .string()
    .transform((text) => retentionPeriods.find((days) => String(days) === text) ?? text)
    .refine((choice) => typeof choice === 'number' || choice === 'never', incompleteForm),
})

const visitedPagesInput = z.object({ visitedPages: z.enum(visitedPagesChoices) })

const linkInput = z.object(fieldsIn('link', typedLink))

export type PrivacyPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireManager(context)
  return {
    retention: desk.retentionDays,
    visitedPages: desk.visitedPages ?? 'shown',
    link: desk.privacyLink,
  }
}

const forms: Forms<OwnDesk> = {
  'save-retention': form(retentionInput, async ({ retention }, asked) => {
    const { desk, context } = asked
    const days = typeof retention === 'number' ? retention : undefined
    await context.services.desks.saveRetention(desk.id, days)
    const about = days === undefined ? undefined : String(days)
    await logChange(asked, 'retention', [desk.retentionDays, days], { about })
    return { to: sectionPage('privacy', context), notice: 'retentionSaved' }
  }),
  'save-visited-pages': form(visitedPagesInput, async ({ visitedPages }, asked) => {
    const { desk, context } = asked
    const kept = visitedPages === 'hidden' ? visitedPages : undefined
    await context.services.desks.saveVisitedPages(desk.id, kept)
    await logChange(asked, 'visits', [desk.visitedPages, kept])
    return { to: sectionPage('privacy', context), notice: 'visitedPagesSaved' }
  }),
  'save-privacy-link': form(linkInput, async (typed, asked) => {
    const { desk, context } = asked
    const privacyLink = textIn('link', typed)
    await context.services.desks.saveTexts(desk.id, { privacyLink })
    await logChange(asked, 'privacy', [desk.privacyLink, privacyLink])
    return { to: sectionPage('privacy', context), notice: 'privacyLinkSaved' }
  }),
}

export const action = formAction(requireManager, { ...forms, ...atDeskForms })
