import { z } from 'zod'
import { optionalLines } from '~/domain/forms/lines'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { logChange } from '~/http/desks/audit-log.server'
import { form } from '~/http/forms/form-action.server'
import type { Section } from '../section.server'
import { sectionPage } from '../sections'

const longestText = 500
const awayInput = z.object(fieldsIn('away', optionalLines(longestText, 'hours:errors.text')))

export const away = {
  async read({ desk }) {
    return { away: desk.away }
  },
  forms: {
    'save-away': form(awayInput, async (typed, asked) => {
      const { desk, context } = asked
      const away = textIn('away', typed)
      await context.services.desks.saveTexts(desk.id, { away })
      await logChange(asked, 'texts', [desk.away, away])
      return { to: sectionPage('away', context), notice: 'awaySaved' }
    }),
  },
} satisfies Section
