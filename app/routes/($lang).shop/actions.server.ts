import type { AppLoadContext } from '@remix-run/node'
import { readCart } from '~/http/cookies/cart.server'
import { noForms } from '~/http/forms/bound-forms.server'
import { anybody, type Forms, form, formAction } from '~/http/forms/form-action.server'
import { readForm } from '~/http/forms/forms.server'
import { readShopState } from '~/http/shop/opening.server'
import { cartInput, changeCart, takeOut } from './cart.server'
import { removing } from './checkout/line-fields'
import { type CheckoutSent, placeOrder, readCheckoutForm, reckon } from './checkout/place.server'

const changes = form(cartInput, changeCart)

const cartForms: Forms<CheckoutSent> = {
  add: changes,
  change: changes,
  remove: form(cartInput, takeOut),
  '': changes,
}

/** Each line of the cart has a button of its own to remove it. */
function checkoutForms(context: AppLoadContext): Forms<CheckoutSent> {
  const lines = readCart(context).lines.map(({ productId }) => removing(productId))
  const reckons = ['reckon', ...lines].map((intent) => [intent, { run: reckon }])
  return { ...Object.fromEntries(reckons), '': { run: placeOrder } }
}

export const action = formAction<object, CheckoutSent>(
  anybody,
  async (_, context) => {
    if ((await readShopState(context)).kind === 'closed') return noForms(503)
    return context.url.searchParams.has('checkout') ? checkoutForms(context) : cartForms
  },
  async (request, _, context) => {
    const { kind } = await readShopState(context)
    const pays = kind !== 'closed' && context.url.searchParams.has('checkout')
    return pays ? readCheckoutForm(request, context) : { form: await readForm(request) }
  },
)
