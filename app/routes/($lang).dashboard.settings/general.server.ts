import { z } from 'zod'
import { languages } from '~/domain/text/languages'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { switchAddress } from '~/i18n/addresses'
import type { Section } from './section.server'
import { sectionAddress } from './sections'

const languageInput = z.object({ locale: z.enum(languages) })

export const general = {
  async read({ session }, { services }) {
    const account = await services.accounts.find(session.user.uid)
    return { locale: account?.locale }
  },
  forms: { 'save-language': form(languageInput, saveLanguage) },
} satisfies Section

/** Redirects like the language switch, so that the browser remembers the language. */
async function saveLanguage(
  { locale }: z.output<typeof languageInput>,
  { session, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const { accounts } = context.services
  const account = await accounts.find(session.user.uid)
  if (account) await accounts.save({ ...account, locale })
  const [pathname = '', search] = sectionAddress('general').split('?')
  return { to: switchAddress({ pathname, search: `?${search}` }, locale), notice: 'languageSaved' }
}
