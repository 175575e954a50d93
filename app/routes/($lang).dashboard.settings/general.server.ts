import { z } from 'zod'
import { deskName } from '~/domain/desks/desks'
import { languages } from '~/domain/text/languages'
import { logChange } from '~/http/desks/audit-log.server'
import { forManagers } from '~/http/forms/for-managers'
import { type Asked, form } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import type { Section } from './section.server'
import { sectionPage } from './sections'

const languageInput = z.object({ locale: z.enum(languages) })

export const general = {
  async read({ session, desk }, { services }) {
    const account = await services.accounts.find(session.user.uid)
    return { name: desk.name, locale: account?.locale }
  },
  forms: {
    'save-language': form(languageInput, async ({ locale }, { session, context }) => {
      const { accounts } = context.services
      const account = await accounts.find(session.user.uid)
      if (account) await accounts.save({ ...account, locale })
      return { to: sectionPage('general', context), notice: 'languageSaved' }
    }),
    'rename-desk': forManagers(
      form(z.object({ name: deskName }), async ({ name }, asked: Asked<OwnDesk>) => {
        const { desk, context } = asked
        await context.services.desks.rename(desk.id, name)
        await logChange(asked, 'name', [desk.name, name], { about: name })
        return { to: sectionPage('general', context), notice: 'deskNamed' }
      }),
    ),
  },
} satisfies Section
