import type { Services } from '~/config'
import { pickup, priceCart, totalsOf } from '~/domain/shop/carts'
import { newOrder } from '~/domain/shop/checkout'
import { beginPayment, recordPayment } from '~/domain/shop/order-payment'
import { giveBack, refundOrder } from '~/domain/shop/order-refunds'
import { cancelOrder, expireOrders, fulfilOrder, placeOrder } from '~/domain/shop/order-work'
import type { Order } from '~/domain/shop/orders'
import { declaredStock, readShelf } from '~/domain/shop/shelf'
import { newId } from '~/domain/text/ids'
import { type Language, languages } from '~/domain/text/languages'
import { orderPath, orderSecret } from '~/http/links/order-link.server'
import { secretHash } from '~/http/links/ticket-link.server'

const hour = 3_600_000
const day = 24 * hour

/** How an order of the demo has ended, or how it waits. */
const ends = [
  'expired',
  'cancelled',
  'refunded',
  'paid',
  'fulfilled',
  'transfer',
  'pickup',
] as const

/** The path of an order's own page without its language, by language and state. */
export type SeededOrders = Record<Language, Record<(typeof ends)[number], string>>

/** Orders in every state, made of the given catalogue as customers make them; all are the account's. */
export async function seedOrders(
  services: Services,
  serverSecret: string,
  uid: string,
  now: Date,
): Promise<SeededOrders> {
  const { orders } = services
  // Plans are among them.
  await services.site.change((site) => ({ settings: { ...site, offers: true } }))
  const [own] = await services.members.desksOf(uid)
  const secrets = new Map<string, string>()
  for (const end of ends) {
    for (const language of languages) {
      const begun = new Date(now.getTime() - (end === 'expired' ? 15 : 2) * day)
      const products: Record<string, number> =
        end === 'fulfilled'
          ? { 'desk-plus': 1, 'more-storage': 2 }
          : { 'counter-bell': 2, 'house-coffee': 1, 'set-up-hour': 1 }
      const checkoutKey = newId(begun)
      const secret = orderSecret(serverSecret, checkoutKey)
      secrets.set(`${language} ${end}`, secret)
      const order = await placeDemo(services, products, begun, {
        email: 'kaethe.kundin@example.com',
        address,
        language,
        uid,
        deskId: own?.desk.id,
        checkoutKey,
        secret,
        onPickup: end === 'pickup',
      })
      const scope = { id: order.id }
      if (end === 'cancelled') await cancelOrder(services, scope, { customer: true }, now)
      if (['paid', 'fulfilled', 'refunded'].includes(end)) {
        await recordPayment(orders, scope, undefined, now)
      }
      if (end === 'refunded') await refundOrder(services, scope, 'all', 'all', now)
    }
  }
  await expireOrders(
    services,
    () => now,
    async () => true,
  )
  const pathsIn = (language: Language) =>
    Object.fromEntries(
      ends.map((end) => [end, orderPath(secrets.get(`${language} ${end}`) ?? '')]),
    ) as SeededOrders[Language]
  return { en: pathsIn('en'), de: pathsIn('de') }
}

const address = {
  name: 'Käthe Kundin-Musterfrau',
  street: 'Lindenallee 17a',
  postcode: '10405',
  city: 'Berlin',
  country: 'DE',
}

/** What somebody orders, who: with the secret of their link, and the cart's key. */
type DemoBuyer = Pick<
  Order,
  'email' | 'address' | 'language' | 'uid' | 'deskId' | 'checkoutKey'
> & {
  secret: string
  /** Fetched and paid at the counter, in place of shipped and transferred. */
  onPickup?: boolean
}

/** An order as a customer makes it. */
export async function placeDemo(
  services: Services,
  products: Record<string, number>,
  at: Date,
  { checkoutKey, secret, onPickup = false, ...buyer }: DemoBuyer,
): Promise<Order> {
  const { catalogue, left } = await readShelf(services, at)
  const lines = Object.entries(products).map(([productId, quantity]) => ({
    productId,
    quantity,
    price: 0,
  }))
  const cart = priceCart({ lines, checkoutKey }, catalogue, left)
  const country = buyer.address?.country ?? 'DE'
  const { pickup: when = { en: '', de: '' } } = catalogue
  const checkout = {
    cart,
    totals: totalsOf(cart, catalogue, onPickup ? pickup : country),
    catalogue,
    checkoutKey,
    secretHash: secretHash(secret),
    termsVersion: (await services.legal.read()).version,
  }
  const from = {
    ...buyer,
    payment: onPickup ? ('on-pickup' as const) : ('bank-transfer' as const),
    address: cart.delivery !== 'none' && !onPickup ? buyer.address : undefined,
    ...(onPickup && { pickup: { name: buyer.address?.name ?? '', when } }),
  }
  const declared = declaredStock(catalogue)
  const placed = await placeOrder(services.orders, newOrder(checkout, from, at), declared, true)
  if (placed.kind === 'short') throw new Error('The sample has too little of it')
  await beginPayment(services, placed.order, { success: '', cancel: '', shipping: '' }, at)
  return placed.order
}

/** How far an order of the demo has come. */
type Progress = 'unpaid' | 'to-prepare' | 'paid' | 'sent' | 'part' | 'refunded' | 'cancelled'

/** Who ordered what how many days ago: enough for each list of the shop's owner to have something. */
const sales: [
  name: string,
  town: string,
  language: Language,
  days: number,
  Record<string, number>,
  Progress,
][] = [
  ['Henrike Vollmer', '48143 Münster', 'de', 34, { 'house-coffee': 2 }, 'sent'],
  ['Tom Ashworth', '10961 Berlin', 'en', 21, { 'stoneware-cup': 2, 'house-coffee': 1 }, 'part'],
  ['Aylin Demir', '50823 Köln', 'de', 12, { 'open-sign': 1 }, 'refunded'],
  ['Jonas Brück', '01099 Dresden', 'de', 9, { 'counter-bell': 1 }, 'cancelled'],
  ['Margarethe Oberhuber', '80469 München', 'de', 5, { 'house-coffee': 3 }, 'paid'],
  ['Priya Nair', '22765 Hamburg', 'en', 2, { 'counter-bell': 1, 'house-coffee': 1 }, 'paid'],
  ['Emil Sørensen', '24937 Flensburg', 'de', 1, { 'stoneware-cup': 4 }, 'paid'],
  ['Gaststätte Zum Anker', '26121 Oldenburg', 'de', 1, { 'set-up-hour': 2 }, 'unpaid'],
  ['Luise Kern', '04109 Leipzig', 'de', 0, { 'house-coffee': 1, 'stoneware-cup': 1 }, 'unpaid'],
  ['Theo Lindqvist', '10405 Berlin', 'de', 0, { 'house-coffee': 2 }, 'to-prepare'],
]

/** What visitors have bought in the demo's shop, for its owner to look after. */
export async function seedSales(services: Services, now: Date): Promise<void> {
  const { orders } = services
  for (const [name, town, language, days, products, progress] of sales) {
    const at = new Date(now.getTime() - days * day - hour)
    const [postcode = '', city = ''] = town.split(' ')
    const email = `${name
      .split(' ')[0]
      ?.toLowerCase()
      .normalize('NFKD')
      .replace(/\P{ASCII}/gu, '')}@example.com`
    const { id } = await placeDemo(services, products, at, {
      email,
      address: { name, street: 'Marktstraße 12', postcode, city, country: 'DE' },
      language,
      checkoutKey: newId(at),
      secret: newId(at),
      onPickup: progress === 'to-prepare',
    })
    const scope = { id }
    const later = new Date(at.getTime() + 20 * 60_000)
    if (progress === 'cancelled') await cancelOrder(services, scope, { customer: true }, later)
    if (progress === 'unpaid' || progress === 'to-prepare' || progress === 'cancelled') continue
    await recordPayment(orders, scope, undefined, later)
    if (progress === 'sent' || progress === 'part') {
      const shipment = { carrier: 'DHL', trackingNumber: '00340434161094042557' }
      await fulfilOrder(orders, scope, shipment, new Date(at.getTime() + day))
    }
    const [product = ''] = Object.keys(products)
    const part = { pieces: { [product]: 1 }, shipping: false }
    const back = new Date(at.getTime() + 2 * day)
    if (progress === 'part') await refundOrder(services, scope, part, newId(back), back)
    if (progress === 'refunded') {
      const key = newId(back)
      await refundOrder(services, scope, 'all', key, back)
      await giveBack(orders, scope, key, new Date(back.getTime() + hour))
    }
  }
}
