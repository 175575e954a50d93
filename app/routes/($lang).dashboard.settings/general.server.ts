import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { deskName } from '~/domain/desks/desks'
import { languages } from '~/domain/text/languages'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange } from '~/http/desks/audit-log.server'
import { forManagers } from '~/http/forms/for-managers'
import { type Forms, form, formAction } from '~/http/forms/form-action.server'
import { type OwnAccount, requireAccount, requireManager } from '~/http/sessions/access.server'

const languageInput = z.object({ locale: z.enum(languages) })

export type GeneralPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { session, desk } = await requireAccount(context)
  const account = await context.services.accounts.find(session.user.uid)
  return { name: desk?.name, locale: account?.locale }
}

/** Both addresses of General post here, so each form returns to the one it was sent from. */
const forms: Forms<OwnAccount> = {
  'save-language': form(languageInput, async ({ locale }, { session, context }) => {
    const { accounts } = context.services
    const account = await accounts.find(session.user.uid)
    if (account) await accounts.save({ ...account, locale })
    return { to: context.url.pathname, notice: 'languageSaved' }
  }),
  'rename-desk': forManagers(
    form(z.object({ name: deskName }), async ({ name }, { context }) => {
      const { desk, member } = await requireManager(context)
      await context.services.desks.rename(desk.id, name)
      await logChange({ desk, member, context }, 'name', [desk.name, name], { about: name })
      return { to: context.url.pathname, notice: 'deskNamed' }
    }),
  ),
}

export const action = formAction(requireAccount, { ...forms, ...atDeskForms })
