import type { Services } from '../../app/config'
import type { Language } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { elements } from './html'
import type { Asking, Reply } from './test-server'

/** What a customer types at the checkout; where nothing is sent, the address is ignored. */
export const typed = {
  payment: 'bank-transfer',
  email: 'kundin@example.com',
  name: 'Käthe Kundin',
  street: 'Weg 1',
  postcode: '12345',
  city: 'Ort',
  country: 'DE',
}

/** The cart's cookie after putting these in, beside the cookies that were there. */
export async function fillCart(
  server: Asking,
  products: Record<string, number>,
  cookies = '',
): Promise<string> {
  const all = cookies.split('; ').filter(Boolean)
  const others = all.filter((each) => !each.startsWith('cart='))
  let cart = all.find((each) => each.startsWith('cart=')) ?? ''
  for (const [product, quantity] of Object.entries(products)) {
    const reply = await server.ask('/shop', {
      cookie: [...others, cart].filter(Boolean).join('; '),
      form: { intent: 'add', product, quantity: String(quantity) },
    })
    cart = cookieNamed(reply, 'cart') ?? cart
  }
  return [...others, cart].filter(Boolean).join('; ')
}

export function cookieNamed({ setCookies }: Reply, name: string): string | undefined {
  const found = setCookies.find((each) => each.startsWith(`${name}=`))
  return found?.split(';', 1)[0]
}

/** The fields that the checkout hides: which cart it is, and what was shown of it. */
export async function openCheckout(server: Asking, cookie: string, language: Language = 'de') {
  const { text } = await server.ask(localizedPath('/shop/checkout', language), { cookie })
  return hiddenIn(text)
}

export function hiddenIn(html: string): Record<string, string> {
  const fields = elements(html, 'input').map(({ attributes }) => attributes)
  const hidden = fields.filter(
    ({ type, name }) => type === 'hidden' && /^(key|seen)$/.test(name ?? ''),
  )
  return Object.fromEntries(hidden.map(({ name = '', value = '' }) => [name, value]))
}

/** Sends the checkout as it was shown, with what was typed. */
export function order(
  server: Asking,
  cookie: string,
  hidden: Record<string, string>,
  changes: Record<string, string> = {},
  language: Language = 'de',
): Promise<Reply> {
  const form = { ...typed, ...hidden, intent: 'order', ...changes }
  return server.ask(localizedPath('/shop/checkout', language), { cookie, form })
}

/** As the owner of the site decides it in the room for its website. */
export async function offerPlans({ site }: Pick<Services, 'site'>): Promise<void> {
  await site.change((settings) => ({ settings: { ...settings, offers: true } }))
}
