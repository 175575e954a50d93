import { z } from 'zod'
import { languages } from '~/domain/text/languages'
import { switchAddress } from '~/i18n/addresses'
import { formsByIntent } from './forms.server'
import { sectionAddress } from './sections'
import { doneAt, servedSection } from './served-section.server'

const forms = formsByIntent(
  z.object({
    intent: z.literal('save-language'),
    locale: z.enum(languages, { message: 'errors:form.key' }),
  }),
)

export const general = servedSection({
  async read({ context, session }) {
    const account = await context.services.accounts.find(session.user.uid)
    return { locale: account?.locale }
  },
  forms,
  /** Redirects like the language switch, so that the browser remembers the language. */
  async act({ context, session }, { locale }) {
    const { accounts } = context.services
    const account = await accounts.find(session.user.uid)
    if (account) await accounts.save({ ...account, locale })
    const [pathname = '', search] = sectionAddress('general').split('?')
    const address = switchAddress({ pathname, search: `?${search}` }, locale)
    return doneAt(address, 'languageSaved', context)
  },
})
