import { LimitList } from '~/components/desks/limit-list'
import { OwnMark } from '~/components/forms/desk-form'
import { Submit } from '~/components/forms/submit'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { PlanPage } from './plan.server'

export function PlanChange({
  change,
  day,
}: {
  change: NonNullable<PlanPage['change']>
  day?: string
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <section aria-labelledby="change-heading">
      <h2 id="change-heading">{t('plan:changeTo', { plan: change.title })}</h2>
      <div className="plans">
        <div>
          <h3>{t('plan:now')}</h3>
          <LimitList limits={change.before} />
        </div>
        <div>
          <h3>{t('plan:then')}</h3>
          <LimitList limits={change.after} />
        </div>
      </div>
      {change.over.length > 0 && (
        <div className="banner">
          <p>{t('plan:over')}</p>
          <ul>
            {change.over.map((name) => (
              <li key={name}>{t(`usage:over.${name}`)}</li>
            ))}
          </ul>
        </div>
      )}
      <p>{day ? t('plan:until', { day }) : t('plan:atOnce')}</p>
      <p className="quiet">{t('plan:never')}</p>
      {change.free ? (
        <p>{t('plan:toFree', { plan: change.title })}</p>
      ) : (
        <form method="post" action={localizedPath('/shop', language)}>
          <OwnMark />
          <input type="hidden" name="product" value={change.id} />
          <input type="hidden" name="quantity" value="1" />
          <Submit intent="add" label={t('plan:buy', { plan: change.title, price: change.price })} />
        </form>
      )}
      <p>
        <AppLink to="/dashboard/settings/plan">{t('plan:back')}</AppLink>
      </p>
    </section>
  )
}
