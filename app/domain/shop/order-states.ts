export const orderStates = [
  'created',
  'awaiting-payment',
  'to-prepare',
  'ready',
  'paid',
  'fulfilled',
  'cancelled',
  'expired',
  'refunded',
] as const

export type OrderState = (typeof orderStates)[number]

export const orderEvents = [
  'payment-begins',
  'confirm',
  'payment-arrives',
  'fulfil',
  'cancel',
  'expire',
  'refund',
  'refund-part',
] as const

export type OrderEvent = (typeof orderEvents)[number]

/**
 * Every allowed move. Only a verified message, a look-up at the service or the shop's owner makes
 * `payment-arrives`. Money for an expired or cancelled order still makes it paid: somebody has
 * paid. What is paid on pick-up is prepared once its customer has confirmed it.
 */
const moves: Record<OrderState, Partial<Record<OrderEvent, OrderState>>> = {
  created: {
    'payment-begins': 'awaiting-payment',
    confirm: 'to-prepare',
    'payment-arrives': 'paid',
    cancel: 'cancelled',
    expire: 'expired',
  },
  'awaiting-payment': {
    'payment-begins': 'awaiting-payment',
    'payment-arrives': 'paid',
    cancel: 'cancelled',
    expire: 'expired',
  },
  'to-prepare': {
    fulfil: 'ready',
    'payment-arrives': 'paid',
    cancel: 'cancelled',
    expire: 'expired',
  },
  ready: { 'payment-arrives': 'paid', cancel: 'cancelled', expire: 'expired' },
  paid: { fulfil: 'fulfilled', refund: 'refunded', 'refund-part': 'paid' },
  fulfilled: { refund: 'refunded', 'refund-part': 'fulfilled' },
  cancelled: { 'payment-arrives': 'paid' },
  expired: { 'payment-arrives': 'paid' },
  refunded: {},
}

/** Undefined when the move is refused. */
export function orderAfter(state: OrderState, event: OrderEvent): OrderState | undefined {
  return moves[state][event]
}
