import { startPage } from './page/start'

/** The checkout: the total follows the country and the way of delivery. Without it, a button does that. */
const form = document.querySelector<HTMLFormElement>('.checkout')
const button = form?.querySelector<HTMLButtonElement>('.reckon')

/** What the choice changes; what was typed stays. */
const parts = ['.summary', '.in-short', '.invoice-to', '[name=key]', '[name=seen]']

let latest = 0

async function reckon(form: HTMLFormElement, button: HTMLButtonElement) {
  latest += 1
  const request = latest
  const fields = [...new FormData(form, button)].map(([name, value]) => [name, String(value)])
  const body = new URLSearchParams(fields)
  const page = new DOMParser().parseFromString(
    await (await fetch(form.action, { method: 'POST', body })).text(),
    'text/html',
  )
  if (request !== latest) return
  for (const part of parts) {
    const [now, then] = [form, page].map((container) => container.querySelector(part))
    if (now && !then) throw new Error(part)
    if (then) now?.replaceWith(then)
  }
}

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

if (form && button) {
  button.hidden = true
  form.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement
    if (!linkPayment(form, field) && field.name !== 'country') return
    reckon(form, button).catch(() => {
      button.hidden = false
    })
  })
}

startPage()
