import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { LimitList } from './limit-list'
import type { PlanPage } from './plan.server'

/** Other plans link to what they would change. */
export function PlanTable({ plans }: { plans: PlanPage['plans'] }) {
  const { t } = useTranslation()
  return (
    <ul className="plans">
      {plans.map(({ id, title, price, interval, limits, current }) => (
        <li key={id}>
          <h3>{title}</h3>
          <p>{t(`plan:${interval}`, { price })}</p>
          <LimitList limits={limits} />
          {current ? (
            <p>
              <span className="tag">{t('plan:yours')}</span>
            </p>
          ) : (
            <p>
              <AppLink to={`/dashboard/settings?section=plan&to=${id}`}>
                {t('plan:look', { plan: title })}
              </AppLink>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
