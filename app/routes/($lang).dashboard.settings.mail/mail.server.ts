import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import {
  aliasName,
  aliasProblem,
  isEarlierKey,
  longestAlias,
  mostAliases,
} from '~/domain/mail-in/aliases'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange } from '~/http/desks/audit-log.server'
import { mailboxProgress } from '~/http/desks/mailbox-outage.server'
import { type Forms, form, formAction } from '~/http/forms/form-action.server'
import { deskAddress } from '~/http/links/mail-addresses.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { sectionPage } from '../($lang).dashboard.settings/sections'
import { requireMailAddress } from '../($lang).dashboard.settings/sections.server'

const aliasInput = z.object({
  alias: z
    .string()
    .transform(aliasName)
    .superRefine((name, { addIssue }) => {
      const problem = aliasProblem(name)
      if (problem) addIssue({ code: 'custom', message: `mailin:errors.${problem}` })
    }),
})

export type MailPage = SerializeFrom<typeof loader>

/** Where e-mails come in: the desk's own addresses, or the site's mailbox. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { desk, session } = await requireMailAddress(context)
  const { config, services } = context
  const progress = await mailboxProgress(context, desk.id)
  const domain = config.mailIn?.domain
  const verified = session.user.emailVerified
  if (!domain) return { address: config.mail.from.address, verified, progress }
  const all = (await services.mailAliases.list(desk.id)).map(({ name }) => name)
  const names = all.filter((name) => !isEarlierKey(name))
  const keys = [desk.publicKey, ...all.filter(isEarlierKey)]
  const [address = '', ...earlier] = [...names, ...keys].map((name) => deskAddress(name, domain))
  const suggestion = aliasName(desk.name).slice(0, longestAlias)
  const example = aliasProblem(suggestion) ? 'cafe-morgenrot' : suggestion
  return { address, verified, progress, own: { domain, name: names[0], earlier, example } }
}

const forms: Forms<OwnDesk> = {
  'save-mail-alias': form(aliasInput, async ({ alias: name }, asked) => {
    const { desk, session, context } = asked
    const { config, services, now } = context
    if (!config.mailIn?.domain) return { status: 404 }
    if (!session.user.emailVerified) {
      return { status: 403, errors: { alias: 'mailin:errors.unverified' } }
    }
    const [before] = await services.mailAliases.list(desk.id)
    const alias = { name, deskId: desk.id, chosenAt: now() }
    const choice = await services.mailAliases.choose(alias, mostAliases)
    if (choice !== 'chosen') return { status: 409, errors: { alias: `mailin:errors.${choice}` } }
    await logChange(asked, 'alias', [before?.name, name], { about: name })
    return { to: sectionPage('mail', context), notice: 'mailAliasSaved' }
  }),
}

export const action = formAction(requireMailAddress, { ...forms, ...atDeskForms })
