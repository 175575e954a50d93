import { keepTyped } from './page/keep-typed'
import { outdate, refresh } from './page/refresh'
import { startPage } from './page/start'

/** The checkout: the total follows the quantities, the country and the way of delivery. Without it, buttons do that. */
const form = document.querySelector<HTMLFormElement>('.checkout')
const button = form?.querySelector<HTMLButtonElement>('.reckon')

/** What the choice changes; what was typed stays. */
const parts = ['.summary', '.in-short', '.invoice-to', '[name=seen]']

/** Paying on pick-up and picking up go together. Returns whether the delivery changed. */
function linkPayment(form: HTMLFormElement, target: HTMLInputElement): boolean {
  const choice = (name: string, value: string) =>
    form.querySelector<HTMLInputElement>(`[name=${name}][value=${value}]`)
  const [pickup, onPickup] = [choice('delivery', 'pickup'), choice('payment', 'on-pickup')]
  if (target === onPickup && pickup && !pickup.checked) {
    pickup.checked = true
    return true
  }
  const [first] = form.querySelectorAll<HTMLInputElement>('[name=payment]')
  if (target.name === 'delivery' && onPickup?.checked && target !== pickup && first) {
    first.checked = true
  }
  return target.name === 'delivery'
}

const isQuantity = (field: Element) => field.matches('.change input')

/** Once a field is changed, its error is about words that are no longer there. */
function forget(form: HTMLFormElement, field: HTMLInputElement): void {
  field.removeAttribute('aria-invalid')
  document.getElementById(`${field.name}-error`)?.remove()
  const line = form.querySelector(`[data-problem] a[href="#${field.name}"]`)?.closest('li')
  const list = line?.parentElement
  line?.remove()
  if (list?.children.length === 0) list.closest('[data-problem]')?.remove()
}

if (form) {
  if (button) button.hidden = true
  keepTyped(form, 'checkout', 'order')
  form.addEventListener('input', ({ target }) => {
    if (isQuantity(target as Element)) outdate()
    forget(form, target as HTMLInputElement)
  })
  form.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement
    if (!linkPayment(form, field) && field.name !== 'country' && !isQuantity(field)) return
    refresh('.checkout', 'reckon', parts, '[name=key]').catch(() => {
      if (button) button.hidden = false
    })
  })
}

startPage()
