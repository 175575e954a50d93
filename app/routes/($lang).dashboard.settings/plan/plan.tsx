import { PlanUse } from '~/components/desks/plan-use'
import type { WordsHandle } from '~/components/site/page'
import { formatDay } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { Pages } from '../sections.server'
import { PlanChange } from './plan-change'
import { Addons, PlanTable } from './plan-table'
import { Purchases } from './purchases'

export const handle: WordsHandle = { i18n: ['plan', 'usage'] }

export function Plan({ page }: { page: Pages['plan'] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { current, change, plans } = page
  const day = current && formatDay(new Date(current.until), language, page.timeZone)
  if (change) return <PlanChange change={change} day={day} />
  return (
    <>
      <section id="plan" aria-labelledby="plan-heading">
        <h2 id="plan-heading">
          {current
            ? t('plan:have', { plan: current.title })
            : t(plans.length > 0 ? 'plan:free' : 'plan:use')}
        </h2>
        {plans.length > 0 && (
          <p>
            {current ? t(current.over ? 'plan:grace' : 'plan:until', { day }) : t('plan:freeText')}
          </p>
        )}
        <PlanUse uses={page.uses} />
        {plans.length > 0 && <p className="quiet">{t('plan:never')}</p>}
      </section>
      {plans.length > 0 && (
        <section aria-labelledby="plans-heading">
          <h2 id="plans-heading">{t('plan:all')}</h2>
          <p>{t('plan:story')}</p>
          <PlanTable plans={plans} />
        </section>
      )}
      {page.addons.length > 0 && (
        <section aria-labelledby="addons-heading">
          <h2 id="addons-heading">{t('plan:addons')}</h2>
          <Addons addons={page.addons} />
        </section>
      )}
      <Purchases {...page.purchases} />
    </>
  )
}
