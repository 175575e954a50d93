import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { optionalLines } from '~/domain/forms/lines'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange } from '~/http/desks/audit-log.server'
import { type Forms, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireManager } from '~/http/sessions/access.server'
import { sectionPage } from '../($lang).dashboard.settings/sections'

const longestText = 500
const awayInput = z.object(fieldsIn('away', optionalLines(longestText, 'hours:errors.text')))

export type AwayPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireManager(context)
  return { away: desk.away }
}

const forms: Forms<OwnDesk> = {
  'save-away': form(awayInput, async (typed, asked) => {
    const { desk, context } = asked
    const away = textIn('away', typed)
    await context.services.desks.saveTexts(desk.id, { away })
    await logChange(asked, 'texts', [desk.away, away])
    return { to: sectionPage('away', context), notice: 'awaySaved' }
  }),
}

export const action = formAction(requireManager, { ...forms, ...atDeskForms })
