import { useLoaderData } from '@remix-run/react'
import { PlanUse } from '~/components/desks/plan-use'
import { formatDay } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import { Section, section } from '../($lang).dashboard.settings/section'
import type { PlanPage } from './plan.server'
import { PlanChange } from './plan-change'
import { Addons, PlanTable } from './plan-table'
import { Purchases } from './purchases'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action, loader } from './plan.server'

export const handle = section('plan', { i18n: ['plan', 'usage'] })

export default function Plan() {
  const { t } = useTranslation()
  const page = useLoaderData() as PlanPage
  const language = useLanguage()
  const { current, change, free, plans } = page
  const plan = current?.title ?? free
  const day = current && formatDay(new Date(current.until), language, page.timeZone)
  if (change)
    return (
      <Section>
        <PlanChange change={change} day={day} />
      </Section>
    )
  return (
    <Section>
      <section id="plan" aria-labelledby="plan-heading">
        <h2 id="plan-heading">{plan ? t('plan:have', { plan }) : t('plan:use')}</h2>
        {plan && (
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
    </Section>
  )
}
