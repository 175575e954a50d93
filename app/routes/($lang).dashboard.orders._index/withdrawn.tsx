import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { ShownOrder } from './order.server'

/** Whether it holds, people check: nobody has proven who wrote it. */
export function Withdrawn({ order }: { order: ShownOrder }) {
  const { t } = useTranslation()
  const { withdrawn, standings, can } = order
  if (!withdrawn) return null
  const { on, ticket, due } = withdrawn
  const next = can.refund ? 'refund' : can.cancel ? 'cancel' : undefined
  return (
    <div className="banner">
      <h3>{t('orders:withdrawn.on', { day: on })}</h3>
      {standings.includes('withdrawn') && next && (
        <p>{t(`orders:withdrawn.${next}`, { day: due })}</p>
      )}
      {ticket && (
        <p>
          <AppLink to={`/dashboard/tickets?ticket=${ticket}`}>
            {t('orders:withdrawn.ticket', { number: ticket })}
          </AppLink>
        </p>
      )}
    </div>
  )
}
