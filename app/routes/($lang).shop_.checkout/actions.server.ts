import type { AppLoadContext } from '@remix-run/node'
import { removing } from '~/domain/shop/line-fields'
import { readCart } from '~/http/cookies/cart.server'
import { noForms } from '~/http/forms/bound-forms.server'
import { anybody, type Forms, formAction } from '~/http/forms/form-action.server'
import { readForm } from '~/http/forms/forms.server'
import { readShopState } from '~/http/shop/opening.server'
import { type CheckoutSent, placeOrder, readCheckoutForm, reckon } from './place.server'

/** Each line of the cart has a button of its own to remove it. */
function checkoutForms(context: AppLoadContext): Forms<CheckoutSent> {
  const lines = readCart(context).lines.map(({ productId }) => removing(productId))
  const reckons = ['reckon', ...lines].map((intent) => [intent, { run: reckon }])
  return { ...Object.fromEntries(reckons), '': { run: placeOrder } }
}

export const action = formAction<object, CheckoutSent>(
  anybody,
  async (_, context) => ((await isClosed(context)) ? noForms(503) : checkoutForms(context)),
  async (request, _, context) =>
    (await isClosed(context))
      ? { form: await readForm(request) }
      : readCheckoutForm(request, context),
)

async function isClosed(context: AppLoadContext): Promise<boolean> {
  return (await readShopState(context)).kind === 'closed'
}
