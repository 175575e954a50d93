import { z } from 'zod'
import { deskName } from '~/domain/desks/desks'
import { languages } from '~/domain/text/languages'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
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
    'save-language': form(languageInput, saveLanguage),
    'rename-desk': form(z.object({ name: deskName }), renameDesk),
  },
} satisfies Section

async function renameDesk(
  { name }: { name: string },
  { session, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  await context.services.desks.rename(session.user.uid, name)
  return { to: sectionPage('general', context), notice: 'deskNamed' }
}

async function saveLanguage(
  { locale }: z.output<typeof languageInput>,
  { session, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const { accounts } = context.services
  const account = await accounts.find(session.user.uid)
  if (account) await accounts.save({ ...account, locale })
  return { to: sectionPage('general', context), notice: 'languageSaved' }
}
