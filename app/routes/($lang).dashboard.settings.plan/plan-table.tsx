import { LimitList } from '~/components/desks/limit-list'
import { OwnMark } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { PlanPage } from './plan.server'

export function Addons({ addons }: Pick<PlanPage, 'addons'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <ul className="plans">
      {addons.map(({ id, title, price, interval, summary }) => (
        <li key={id}>
          <h3>{title}</h3>
          <p>{t(`plan:${interval}`, { price })}</p>
          <p className="quiet">{summary}</p>
          <form method="post" action={localizedPath('/shop', language)}>
            <OwnMark />
            <input type="hidden" name="product" value={id} />
            <input type="hidden" name="quantity" value="1" />
            <Submit intent="add" look="second" label={t('plan:add')} />
          </form>
        </li>
      ))}
    </ul>
  )
}

export function PlanTable({ plans }: { plans: PlanPage['plans'] }) {
  const { t } = useTranslation()
  return (
    <ul className="plans">
      {plans.map(({ id, title, free, price, interval, limits, current }) => (
        <li key={id}>
          <h3>{title}</h3>
          <p>{free ? t('plan:gratis') : t(`plan:${interval}`, { price })}</p>
          <LimitList limits={limits} />
          {current ? (
            <p>
              <span className="tag">{t('plan:yours')}</span>
            </p>
          ) : (
            <p>
              <AppLink to={`/dashboard/settings/plan?to=${id}`}>
                {t('plan:look', { plan: title })}
              </AppLink>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
