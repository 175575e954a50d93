import { z } from 'zod'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import type { Section } from '../section.server'
import { sectionPage } from '../sections'

const longestText = 500
const text = z.string().trim().max(longestText, 'hours:errors.text').optional()
const awayInput = z.object(fieldsIn('away', text))

export const away = {
  async read({ desk }) {
    return { away: desk.away, longestText }
  },
  forms: { 'save-away': form(awayInput, saveAway) },
} satisfies Section

async function saveAway(
  typed: z.output<typeof awayInput>,
  { session, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const texts = { away: textIn('away', typed) }
  await context.services.desks.saveTexts(session.user.uid, texts)
  return { to: sectionPage('away', context), notice: 'awaySaved' }
}
