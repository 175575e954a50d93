import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { signatureText } from '~/domain/forms/signature'
import {
  aliasName,
  aliasProblem,
  isEarlierKey,
  longestAlias,
  mostAliases,
} from '~/domain/mail-in/aliases'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { tidyTags } from '~/domain/tickets/tags'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logEvent } from '~/http/desks/audit-log.server'
import { mailboxProgress } from '~/http/desks/mailbox-outage.server'
import {
  type ActionResult,
  type Asked,
  type Forms,
  form,
  formAction,
} from '~/http/forms/form-action.server'
import { deskAddress } from '~/http/links/mail-addresses.server'
import { type OwnDesk, runsShop } from '~/http/sessions/access.server'
import { sectionPage } from '../($lang).dashboard.settings/sections'
import { requireMailAddress } from '../($lang).dashboard.settings/sections.server'

const tag = z
  .string()
  .default('')
  .transform((typed, { addIssue }) => {
    const tags = tidyTags([typed])
    if (!tags) addIssue({ code: 'custom', message: 'mailin:errors.tag' })
    return tags?.[0]
  })
const details = z.object({ tag, ...fieldsIn('signature', signatureText) })
const which = z.object({ id: z.string() })

export type MailPage = SerializeFrom<typeof loader>

/** Where e-mails come in: the desk's own addresses, or the site's mailbox. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { desk, session } = await requireMailAddress(context)
  const { config, services, url } = context
  const progress = await mailboxProgress(context, desk.id)
  const domain = config.mailIn?.domain
  const verified = session.user.emailVerified
  if (!domain) return { address: config.mail.from.address, verified, progress }
  const all = await services.mailAliases.list(desk.id)
  const named = all.filter(({ name }) => !isEarlierKey(name))
  const chosen = named.map(({ name, tag, signature }) => {
    return { name, address: deskAddress(name, domain), tag, signature }
  })
  const keys = [desk.publicKey, ...all.map(({ name }) => name).filter(isEarlierKey)]
  const byKey = keys.map((key) => deskAddress(key, domain))
  const address = chosen[0]?.address ?? byKey[0] ?? ''
  const suggestion = aliasName(desk.name).slice(0, longestAlias)
  const example = aliasProblem(suggestion, { isSite: false }) ? 'cafe-morgenrot' : suggestion
  const changing = named.find(({ name }) => name === url.searchParams.get('address'))?.name
  const own = {
    domain,
    chosen,
    changing,
    earlier: byKey.filter((each) => each !== address),
    example,
    isFull: named.length >= mostAliases,
    signature: desk.signature,
  }
  return { address, verified, progress, own }
}

type AtDesk = Asked<OwnDesk>

const forms: Forms<OwnDesk> = {
  'save-mail-alias': form(
    details.extend({ alias: z.string().transform(aliasName) }),
    async ({ alias: name, tag, ...typed }, asked) => {
      const { desk, session, context } = asked
      const { config, services, now } = context
      if (!config.mailIn?.domain) return { status: 404 }
      const problem = aliasProblem(name, { isSite: await runsShop(context) })
      if (problem) return refused(400, problem)
      if (!session.user.emailVerified) return refused(403, 'unverified')
      const signature = textIn('signature', typed)
      const alias = { name, deskId: desk.id, chosenAt: now(), tag, signature }
      const choice = await services.mailAliases.add(alias, mostAliases)
      if (choice !== 'added') return refused(409, choice)
      await logEvent(asked, 'alias', { about: name })
      return { to: sectionPage('mail', context), notice: 'mailAliasSaved' }
    },
  ),
  'change-mail-alias': form(details.merge(which), ({ id, tag, ...typed }, asked) =>
    change(asked, id, { tag, signature: textIn('signature', typed) }),
  ),
  'main-mail-alias': form(which, ({ id }, asked) =>
    change(asked, id, { chosenAt: asked.context.now() }),
  ),
  'remove-mail-alias': form(which, ({ id }, asked) =>
    change(asked, id, { removedAt: asked.context.now() }),
  ),
}

export const action = formAction(requireMailAddress, { ...forms, ...atDeskForms })

async function change(
  asked: AtDesk,
  name: string,
  changed: Parameters<AtDesk['context']['services']['mailAliases']['change']>[2],
): Promise<ActionResult> {
  const { desk, context } = asked
  const isKey = isEarlierKey(name)
  const isDone = !isKey && (await context.services.mailAliases.change(desk.id, name, changed))
  if (!isDone) return { status: 404, errors: { form: 'mailin:errors.gone' } }
  await logEvent(asked, 'alias', { about: name })
  const notice = changed.removedAt ? 'mailAliasRemoved' : 'mailAliasChanged'
  return { to: sectionPage('mail', context), notice }
}

function refused(
  status: number,
  why: 'shape' | 'reserved' | 'unverified' | 'taken' | 'own' | 'full' | 'spent',
): ActionResult {
  return { status, errors: { alias: `mailin:errors.${why}` } }
}
