import type { AppLoadContext, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { memberName } from '~/components/tickets/byline.server'
import { type AuditLogEntry, isAboutMember } from '~/domain/desks/audit-log'
import type { People } from '~/domain/desks/people'
import { retentionPeriods } from '~/domain/desks/retention'
import { legalTextNames } from '~/domain/legal/legal'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { formAction } from '~/http/forms/form-action.server'
import { requireManager } from '~/http/sessions/access.server'
import { formatMoney } from '~/i18n/money'
import { translations } from '~/i18n/translation.server'

const entriesPerPage = 50

export type LogPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireManager(context)
  const { services, url } = context
  const after = url.searchParams.get('after') ?? undefined
  const [{ entries, next }, members] = await Promise.all([
    services.auditLog.list(desk.id, entriesPerPage, after),
    services.members.list(desk.id),
  ])
  const people: People = { ...desk.people }
  for (const { uid, name } of members) {
    people[uid] = { name: name || ((await services.accounts.find(uid))?.email ?? '') }
  }
  return {
    timeZone: desk.timeZone,
    isFirst: after === undefined,
    next,
    entries: entries.map((entry) => shownEntry(entry, people, context)),
  }
}

export const action = formAction(requireManager, atDeskForms)

function shownEntry(entry: AuditLogEntry, people: People, { language }: AppLoadContext) {
  const { id, at, byUid, event, about = '', priceBefore, priceAfter } = entry
  const { t } = translations(language)
  const nameOf = (uid: string) => memberName({ people }, uid, language)
  const money = (cents = 0) => formatMoney(cents, language)
  return { id, at, by: nameOf(byUid), text: textOf() }

  function textOf(): string {
    if (event === 'invited') {
      const [kind, address] = about.split(' ')
      const name = address ?? t('log:somebody')
      return t(`log:invited.${kind === 'manager' ? kind : 'colleague'}`, { name })
    }
    if (event === 'withdrew' && !about) return t('log:withdrewOne')
    // Those from before amounts were kept have none.
    if (event === 'refunded' && priceAfter === undefined) return t('log:refunded', { about })
    return t(`log:events.${event}`, {
      about: isAboutMember(entry) ? nameOf(about) : subject(),
      before: money(priceBefore),
      after: money(priceAfter),
    })
  }

  function subject(): string {
    const text = event === 'legal' && legalTextNames.find((each) => each === about)
    if (text) return t(`company:parts.${text}`)
    if (event !== 'retention') return about
    const days = retentionPeriods.find((each) => String(each) === about)
    return days ? t(`retention:after.${days}`) : t('retention:never')
  }
}
