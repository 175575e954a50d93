import type { LoaderFunctionArgs } from '@remix-run/node'
import { placeOf } from '~/components/shop/pickup'
import { pickupHours } from '~/components/shop/pickup-hours.server'
import { draftId } from '~/components/site/page'
import type { Desk } from '~/domain/desks/desks'
import type { FormErrors } from '~/domain/forms/forms'
import { type Catalogue, isDelivered, type Product, type Texts } from '~/domain/shop/catalogue'
import { mostRates, shippingCountries, shippingForm } from '~/domain/shop/shipping-input'
import { wordsOf } from '~/domain/shop/shown-catalogue'
import { ownPickup } from '~/domain/site/opening'
import { languages } from '~/domain/text/languages'
import { fieldIn } from '~/domain/text/localized-fields'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireSiteManager } from '~/http/sessions/access.server'
import type { NextStep } from '~/http/shop/next-step.server'
import { readShopState } from '~/http/shop/opening.server'
import { localizedPath } from '~/i18n/addresses'
import { type NamedCountry, namedCountries } from '~/i18n/countries'
import { productAddress, shippingAddress } from '../($lang).dashboard.shelf/address'
import { type Delivery, deliveryMark } from '../($lang).dashboard.shelf/marks.server'
import { nextStep } from '../($lang).dashboard.shelf/next-step.server'

export interface ShippingPage {
  seen: string
  rates: Catalogue['shipping']
  countries: NamedCountry[]
  most: number
  place: string
  when?: Texts
  payOnPickup: boolean
  /** Whether the desk has opening hours, which can be the times to pick up. */
  opens: boolean
  /** Of setting up the shop. */
  next?: NextStep
}

export async function loader({ context }: LoaderFunctionArgs): Promise<ShippingPage> {
  const { desk } = await requireSiteManager(context)
  const { services, now, language } = context
  const [all, written, state, legal, next] = await Promise.all([
    services.catalogue.read(now()),
    services.catalogue.readWritten(now()),
    readShopState(context),
    services.legal.read(),
    nextStep('shipping', context),
  ])
  const when = ownPickup(written, services.catalogue.sample, state)
  return {
    seen: deliveryMark(written),
    rates: all.shipping,
    countries: namedCountries(shippingCountries(all), language),
    most: mostRates,
    place: placeOf(legal.company),
    when,
    payOnPickup: when !== undefined && all.payOnPickup,
    opens: openingHours(desk).some(([, text]) => text !== ''),
    next,
  }
}

export const action = formAction(requireSiteManager, {
  'save-shipping': form(shippingForm, saveShipping),
  'opening-hours': { run: (_, { desk, typed }) => withHours(desk, typed) },
  ...atDeskForms,
})

/** Field and text of each language. */
function openingHours(desk: Desk): (readonly [string, string])[] {
  return languages.map((language) => [fieldIn('when', language), pickupHours(desk, language)])
}

/** The form as it was, with the opening hours as times to pick up. Saves nothing. */
function withHours(desk: Desk, typed: Record<string, string>): ActionResult {
  return {
    status: 200,
    typed: { ...typed, pickup: 'on', ...Object.fromEntries(openingHours(desk)) },
  }
}

/**
 * Refused where a product could reach nobody any more, where times to pick up would be lost, and where it was
 * changed since the form was shown, unless by the same form.
 */
async function saveShipping(
  { unticked, seen, ...delivery }: Delivery & { unticked: boolean; seen: string },
  asked: Asked<OwnDesk>,
): Promise<ActionResult> {
  const { context } = asked
  const { catalogue } = context.services
  const state = await readShopState(context)
  const saved = await catalogue.change(
    (
      current,
    ): { catalogue?: Catalogue; stranded?: Product; errors?: FormErrors; late?: string } => {
      const before = ownPickup(current, catalogue.sample, state)
      if (unticked && !before) return { errors: { pickup: 'shelf:errors.pickup' } }
      const stranded = current.products.find((product) => !isDelivered(product, delivery))
      if (stranded) return { stranded }
      const mark = deliveryMark(current)
      if (mark !== seen && mark !== deliveryMark(delivery)) return { late: mark }
      return { catalogue: { ...current, ...delivery, ownDelivery: true } }
    },
    context.now(),
  )
  if (saved.errors) return { status: 400, errors: saved.errors }
  if (saved.late) {
    const more = { see: shippingAddress, seen: saved.late }
    return { status: 409, errors: { form: 'errors:errors.changed' }, more }
  }
  if (!saved.stranded) {
    await logEvent(asked, 'shipping')
    const next = await nextStep('shipping', context)
    const to = localizedPath(shippingAddress, context.language)
    // The next step stands at the head of the form.
    return { to: next ? `${to}#${draftId}` : to, notice: 'shippingSaved' }
  }
  const { id, title } = saved.stranded
  const form = { key: 'shelf:errors.rates', values: { name: wordsOf(title, context.language) } }
  return { status: 409, errors: { form }, more: { see: productAddress(id) } }
}
