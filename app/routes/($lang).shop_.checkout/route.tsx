import { useLoaderData } from '@remix-run/react'
import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { Closed } from '~/components/shop/closed'
import { Pause } from '~/components/shop/pause'
import { draftId, type PageHandle } from '~/components/site/page'
import { SiteLayout } from '~/components/site/site-layout'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Checkout } from './checkout'
import type { Till } from './loader.server'
import type { CheckoutAnswer } from './place.server'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'shop:page',
  stylesheet: 'shop',
  scripts: 'none',
  allows: ['payment'],
  details: (data, t) => {
    const about = { title: t('checkout:heading') }
    const fills = (data as Till | undefined)?.checkout !== undefined
    return fills ? { about, scripts: 'checkout', draftForm: draftId } : { about }
  },
}

export default function CheckoutRoute() {
  const { state, cart, checkout } = useLoaderData() as Till
  const answer = useForm<CheckoutAnswer>()
  return (
    <SiteLayout>
      {/* A refused order says so itself. */}
      {state.kind !== 'closed' && !answer?.errors.form && <Pause state={state} />}
      {state.kind === 'closed' ? (
        <Closed />
      ) : checkout ? (
        <Checkout page={checkout} cart={cart} state={state} />
      ) : (
        <Empty answer={answer} />
      )}
    </SiteLayout>
  )
}

/** Also what a form finds whose cart was ordered or emptied in another tab. */
function Empty({ answer }: { answer?: CheckoutAnswer }) {
  const { t } = useTranslation()
  return (
    <div className="closed">
      <h1>{t('checkout:heading')}</h1>
      <FormProblem answer={answer} />
      {answer?.before && (
        <p>
          <a href={answer.before}>{t('checkout:seeOrder')}</a>
        </p>
      )}
      <p className="lead">{t('shop:empty')}</p>
      <p>
        <LocalizedLink to="/shop" className="button">
          {t('home:toShop')}
        </LocalizedLink>
      </p>
    </div>
  )
}
