import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ownListIn, ticketsAddress } from './address'
import type { TicketsPage } from './loader.server'

/** Beside an empty list, where a ticket would be: what comes next. A phone has no such place. */
export default function NobodyWaits({ page: { query, counts } }: { page: TicketsPage }) {
  const { t } = useTranslation()
  const whose = ownListIn(query) ? undefined : query.whose
  const here = ownListIn(query) ? undefined : query.state
  const other = (['open', 'waiting'] as const).find((state) => state !== here && counts[state] > 0)
  return (
    <p className="empty">
      {here === 'open' && t('tickets:empty.open')}{' '}
      {other ? (
        <AppLink to={ticketsAddress({ state: other, q: '', tag: '', order: 'waiting', whose })}>
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
