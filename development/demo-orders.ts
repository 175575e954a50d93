import { priceCart, totalsOf } from '~/domain/shop/carts'
import { newOrder } from '~/domain/shop/checkout'
import { beginPayment, recordPayment } from '~/domain/shop/order-payment'
import { refundOrder } from '~/domain/shop/order-refunds'
import { cancelOrder, expireOrders, placeOrder } from '~/domain/shop/order-work'
import { declaredStock, readShelf } from '~/domain/shop/shelf'
import { newId } from '~/domain/text/ids'
import { type Language, languages } from '~/domain/text/languages'
import { orderPath, orderSecret } from '~/http/links/order-link.server'
import { secretHash } from '~/http/links/ticket-link.server'
import type { Services } from '~/services.server'

const day = 86_400_000

/** How an order of the demo has ended, or how it waits. */
const ends = ['expired', 'cancelled', 'refunded', 'paid', 'fulfilled', 'transfer'] as const

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
  const desk = await services.desks.findByOwner(uid)
  const secrets = new Map<string, string>()
  for (const end of ends) {
    for (const language of languages) {
      const shelf = await readShelf(services, now)
      const { catalogue, left } = shelf
      const begun = new Date(now.getTime() - (end === 'expired' ? 15 : 2) * day)
      const products =
        end === 'fulfilled'
          ? { 'desk-plus': 1, 'more-storage': 2 }
          : { 'counter-bell': 2, 'house-coffee': 1, 'set-up-hour': 1 }
      const lines = Object.entries(products).map(([productId, quantity]) => ({
        productId,
        quantity,
        price: 0,
      }))
      const checkoutKey = newId(begun)
      const cart = priceCart({ lines, checkoutKey }, catalogue, left)
      const secret = orderSecret(serverSecret, checkoutKey)
      secrets.set(`${language} ${end}`, secret)
      const checkout = {
        cart,
        totals: totalsOf(cart, catalogue, 'DE'),
        catalogue,
        checkoutKey,
        secretHash: secretHash(secret),
        termsVersion: services.legal.version,
      }
      const buyer = {
        email: 'kaethe.kundin@example.com',
        address: cart.shipped ? address : undefined,
        payment: 'bank-transfer' as const,
        language,
        uid,
        deskId: desk?.id,
      }
      const placed = await placeOrder(
        orders,
        newOrder(checkout, buyer, begun),
        declaredStock(catalogue),
        true,
      )
      if (placed.kind === 'short') throw new Error('The sample has too little of it')
      const scope = { id: placed.order.id }
      await beginPayment(services, placed.order, { success: '', cancel: '', shipping: '' }, begun)
      if (end === 'cancelled') await cancelOrder(services, scope, 'customer', now)
      if (['paid', 'fulfilled', 'refunded'].includes(end)) {
        await recordPayment(orders, scope, undefined, now)
      }
      if (end === 'refunded') await refundOrder(services, scope, 'all', 'all', now)
    }
  }
  await expireOrders(services, now, 10)
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
