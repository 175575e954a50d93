import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ownListIn, ticketsAddress } from './address'
import type { TicketsPage } from './loader.server'

export function NoTicket({ page }: { page: TicketsPage }) {
  const { t } = useTranslation()
  const { asked, lines } = page
  if (asked === null && lines.length === 0) return <NobodyWaits page={page} />
  return (
    <p className="empty">
      {asked === null ? t('tickets:choose') : t('tickets:unknown', { number: asked })}
    </p>
  )
}

/** Beside an empty list, where a ticket would be: what comes next. A phone has no such place. */
function NobodyWaits({ page: { query, counts } }: { page: TicketsPage }) {
  const { t } = useTranslation()
  const whose = ownListIn(query) ? undefined : query.whose
  const { assignee } = query
  const here = ownListIn(query) ? undefined : query.state
  const other = (['open', 'waiting'] as const).find((state) => state !== here && counts[state] > 0)
  return (
    <p className="empty">
      {here === 'open' && t('tickets:empty.open')}{' '}
      {other ? (
        <AppLink
          to={ticketsAddress({ state: other, q: '', tag: '', order: 'waiting', whose, assignee })}
        >
          {t(`tickets:idle.${other}`, { count: counts[other] })}
        </AppLink>
      ) : (
        <>
          {t('tickets:idle.comes')}{' '}
          <AppLink to="/dashboard/tickets/new">{t('tickets:writeFirst')}</AppLink>
        </>
      )}
    </p>
  )
}
