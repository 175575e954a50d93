import type { AppLoadContext } from '@remix-run/node'
import { removing } from '~/domain/shop/line-fields'
import { readCart } from '~/http/cookies/cart.server'
import { noForms } from '~/http/forms/bound-forms.server'
import { anybody, type Forms, form, formAction } from '~/http/forms/form-action.server'
import { readShopState } from '~/http/shop/opening.server'
import { addToCart, cartInput, changeCart } from './cart.server'

/** Each line of the cart has a button of its own to remove it. */
function cartForms(context: AppLoadContext): Forms<object> {
  const lines = readCart(context).lines.map(({ productId }) => removing(productId))
  const changes = ['change', 'checkout', ...lines].map((intent) => [intent, { run: changeCart }])
  const adds = form(cartInput, addToCart)
  return { ...Object.fromEntries(changes), add: adds, '': adds }
}

export const action = formAction(anybody, async (_, context) =>
  (await readShopState(context)).kind === 'closed' ? noForms(503) : cartForms(context),
)
