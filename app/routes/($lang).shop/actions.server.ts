import { noForms } from '~/http/forms/bound-forms.server'
import { anybody, type Forms, form, formAction } from '~/http/forms/form-action.server'
import { readShopState } from '~/http/shop/opening.server'
import { cartInput, changeCart, takeOut } from './cart.server'

const changes = form(cartInput, changeCart)

const cartForms: Forms<object> = {
  add: changes,
  change: changes,
  remove: form(cartInput, takeOut),
  '': changes,
}

export const action = formAction(anybody, async (_, context) =>
  (await readShopState(context)).kind === 'closed' ? noForms(503) : cartForms,
)
