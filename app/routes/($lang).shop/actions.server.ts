import { anybody, type Forms, form, formAction, noForms } from '~/http/forms/form-action.server'
import { readForm } from '~/http/forms/forms.server'
import { shownLegal } from '~/http/responses/legal.server'
import { cartInput, changeCart, takeOut } from './cart.server'
import { type CheckoutSent, placeOrder, readCheckoutForm } from './checkout/place.server'

const changes = form(cartInput, changeCart)

const cartForms: Forms<CheckoutSent> = {
  add: changes,
  change: changes,
  remove: form(cartInput, takeOut),
  '': changes,
}

const checkoutForms: Forms<CheckoutSent> = {
  reckon: { run: () => ({ status: 200 }) },
  '': { run: placeOrder },
}

export const action = formAction<object, CheckoutSent>(
  anybody,
  (_, context) => {
    if (!shownLegal(context)) return noForms(503)
    return context.url.searchParams.has('checkout') ? checkoutForms : cartForms
  },
  async (request, _, context) => {
    const pays = shownLegal(context) && context.url.searchParams.has('checkout')
    return pays ? readCheckoutForm(request, context) : { form: await readForm(request) }
  },
)
