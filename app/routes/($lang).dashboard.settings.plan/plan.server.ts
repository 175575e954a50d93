import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { limitsOf } from '~/domain/desks/entitlements'
import type { Product } from '~/domain/shop/catalogue'
import { addonsOf, beyond, freePlanOf, limitsWith, planOf, plansOf } from '~/domain/shop/plans'
import type { Language } from '~/domain/text/languages'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { planUse } from '~/http/desks/plan-use.server'
import { formAction } from '~/http/forms/form-action.server'
import { readOwnOrders } from '~/http/shop/own-orders.server'
import { formatMoney } from '~/i18n/money'
import { requirePlans } from '../($lang).dashboard.settings/sections.server'

/** Purchases on one page of the list; `before` in the address says where it begins. */
const purchasesPerPage = 20

export type PlanPage = SerializeFrom<typeof loader>

/** Plans are bought in the shop. */
export const action = formAction(requirePlans, atDeskForms)

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk, session } = await requirePlans(context)
  const { url, language } = context
  const before = /^\d{1,12}$/.exec(url.searchParams.get('before') ?? '')?.[0]
  const [use, bought] = await Promise.all([
    planUse(desk, context),
    readOwnOrders(
      {
        uid: session.user.uid,
        timeZone: desk.timeZone,
        limit: purchasesPerPage,
        before: before === undefined ? undefined : Number(before),
      },
      context,
    ),
  ])
  const { effective, limits, uses, shown, catalogue } = use
  const current = planOf(effective, catalogue)
  const plans = plansOf(catalogue)
  const chosen = plans.find(({ id }) => id === url.searchParams.get('to'))
  const after = chosen && limitsWith(chosen, effective, catalogue)
  return {
    timeZone: desk.timeZone,
    purchases: { ...bought, later: before !== undefined },
    current: current && {
      title: current.product.title[language],
      until: current.until,
      over: current.until <= context.now(),
    },
    free: freePlanOf(catalogue)?.title[language],
    uses: shown,
    plans: plans.map((each) => ({
      ...named(each, language),
      free: each.price === 0,
      limits: limitsOf([each]),
      current: current ? each.id === current.product.id : each.price === 0,
    })),
    addons: addonsOf(catalogue).map((each) => ({
      ...named(each, language),
      summary: each.summary[language],
    })),
    change: chosen &&
      after && {
        ...named(chosen, language),
        free: chosen.price === 0,
        before: limits,
        after,
        over: beyond(uses, after),
      },
  }
}

function named({ id, title, price, interval = 'month' }: Product, language: Language) {
  return { id, title: title[language], price: formatMoney(price, language), interval }
}
