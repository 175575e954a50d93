import { submit } from './submit'

/** The shelf is sorted as soon as an order is chosen. Without it, the search button does that. */
export function sortAtOnce() {
  const order = document.querySelector<HTMLSelectElement>('.search [name=sort]')
  order?.addEventListener('change', () => submit(order.form as HTMLFormElement))
}
