import { draftId } from '~/components/site/page'
import type { FormErrors } from '~/domain/forms/forms'
import { type Catalogue, isDelivered, type Product } from '~/domain/shop/catalogue'
import { shippingForm } from '~/domain/shop/shipping-input'
import { wordsOf } from '~/domain/shop/shown-catalogue'
import { ownPickup } from '~/domain/site/opening'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { readShopState } from '~/http/shop/opening.server'
import { localizedPath } from '~/i18n/addresses'
import { shelfAddress } from './address'
import { type Delivery, deliveryMark } from './loader.server'
import { nextStep } from './next-step.server'

export const shippingForms = { 'save-shipping': form(shippingForm, saveShipping) }

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
    const more = { see: shelfAddress({ at: 'shipping' }), seen: saved.late }
    return { status: 409, errors: { form: 'errors:errors.changed' }, more }
  }
  if (!saved.stranded) {
    await logEvent(asked, 'shipping')
    const next = await nextStep('shipping', context)
    const to = localizedPath(shelfAddress({ at: 'shipping' }), context.language)
    // The next step stands at the head of the form.
    return { to: next ? `${to}#${draftId}` : to, notice: 'shippingSaved' }
  }
  const { id, title } = saved.stranded
  const form = { key: 'shelf:errors.rates', values: { name: wordsOf(title, context.language) } }
  return { status: 409, errors: { form }, more: { see: shelfAddress({ at: 'product', id }) } }
}
