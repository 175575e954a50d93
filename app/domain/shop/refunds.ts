import { type Cents, shareOut, sharesOf, type VatShare, vatIn } from './money'

/** By product, whose id may be "constructor": without a prototype where a product is looked up. */
export type Pieces = Record<string, number>

export interface Refund {
  /** The form's or command's key, for idempotency. */
  key: string
  at: Date
  pieces: Pieces
  shipping: Cents
  amount: Cents
  vat: VatShare[]
  /** by-hand: for the owner to transfer, or give back. */
  state: 'begun' | 'done' | 'by-hand'
  /** When the owner has given it back by hand. */
  givenBackAt?: Date
  /** Its unsent pieces are for sale again. */
  restocked?: boolean
}

/** All that is left, or these pieces, with or without shipping. */
export type RefundWish = 'all' | { pieces: Pieces; shipping: boolean }

interface Refundable {
  lines: readonly {
    productId: string
    quantity: number
    price: Cents
    gross: Cents
    vatRate: number
    shipped: boolean
  }[]
  shipping: Cents
  gross: Cents
  vat: readonly VatShare[]
  smallBusiness: boolean
  refunds: readonly Refund[]
}

export function quantitiesOf(lines: readonly { productId: string; quantity: number }[]): Pieces {
  const wanted: Pieces = Object.create(null)
  for (const { productId, quantity } of lines) {
    wanted[productId] = (wanted[productId] ?? 0) + quantity
  }
  return wanted
}

/** The amount that no refund covers, begun ones included. */
export function refundable({ lines, shipping, gross, refunds }: Refundable) {
  const pieces = quantitiesOf(lines)
  for (const refund of refunds) {
    for (const [id, quantity] of Object.entries(refund.pieces)) {
      pieces[id] = (pieces[id] ?? 0) - quantity
    }
  }
  const sum = (amounts: Cents[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    pieces,
    shipping: shipping - sum(refunds.map((refund) => refund.shipping)),
    amount: gross - sum(refunds.map(({ amount }) => amount)),
  }
}

/** Pieces of lines that no refund covers, begun ones included. */
export function linesLeft<Line extends Refundable['lines'][number]>(
  order: Omit<Refundable, 'lines'> & { lines: readonly Line[] },
): Line[] {
  const { pieces } = refundable(order)
  return order.lines
    .map((line) => ({ ...line, quantity: Math.min(line.quantity, pieces[line.productId] ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}

export function isAllRefunded(order: Refundable): boolean {
  const { pieces, shipping } = refundable(order)
  return shipping === 0 && Object.values(pieces).every((quantity) => quantity === 0)
}

/** Undefined for nothing, or more than is left. */
export function beginRefund(
  order: Refundable,
  wish: RefundWish,
  key: string,
  at: Date,
): Refund | undefined {
  const left = refundable(order)
  const pieces = wish === 'all' ? left.pieces : wish.pieces
  const shipping = wish === 'all' || wish.shipping ? left.shipping : 0
  const wanted = Object.entries(pieces).filter(([, quantity]) => quantity !== 0)
  const fits = wanted.every(([id, quantity]) => quantity > 0 && quantity <= (left.pieces[id] ?? 0))
  if (!fits || (wanted.length === 0 && shipping === 0)) return undefined
  const goods = wanted.map(([id, quantity]) => {
    const line = order.lines.find(({ productId }) => productId === id)
    return { rate: line?.vatRate ?? 0, gross: (line?.price ?? 0) * quantity }
  })
  const sent = order.lines.filter(({ shipped }) => shipped)
  const parts = shareOut(
    shipping,
    sent.map(({ gross }) => gross),
  )
  const amounts = [
    ...goods,
    ...sent.map(({ vatRate }, index) => ({ rate: vatRate, gross: parts[index] ?? 0 })),
  ]
  return {
    key,
    at,
    pieces: Object.fromEntries(wanted),
    shipping,
    amount: amounts.reduce((sum, { gross }) => sum + gross, 0),
    vat: order.smallBusiness ? [] : vatBack(order, amounts),
    state: 'begun',
  }
}

/** What is left of the total and its VAT after these refunds. */
export function afterRefunds(
  { gross, vat }: Pick<Refundable, 'gross' | 'vat'>,
  refunds: readonly Pick<Refund, 'amount' | 'vat'>[],
): Pick<Refundable, 'gross' | 'vat'> {
  const back = refunds.flatMap((refund) => refund.vat)
  const left = vat.map((share) =>
    back
      .filter(({ rate }) => rate === share.rate)
      .reduce(
        ({ rate, ...left }, off) => ({
          rate,
          net: left.net - off.net,
          vat: left.vat - off.vat,
          gross: left.gross - off.gross,
        }),
        share,
      ),
  )
  return {
    gross: refunds.reduce((sum, { amount }) => sum - amount, gross),
    vat: left.filter((share) => share.gross !== 0),
  }
}

/** Whether the order's refund of this key was made for this wish. */
export function isFor(order: Refundable, { pieces, shipping }: Refund, wish: RefundWish): boolean {
  if (wish === 'all') return isAllRefunded(order)
  const counted = (each: Pieces) =>
    JSON.stringify(
      Object.entries(each)
        .filter(([, quantity]) => quantity > 0)
        .sort(),
    )
  const shipped = wish.shipping ? refundable(order).shipping === 0 : shipping === 0
  return shipped && counted(pieces) === counted(wish.pieces)
}

/** The VAT of all refunds so far minus that of earlier refunds, so that the cents add up. */
function vatBack(
  { refunds }: Pick<Refundable, 'refunds'>,
  amounts: readonly { rate: number; gross: Cents }[],
): VatShare[] {
  const before = refunds.flatMap((refund) => refund.vat)
  return sharesOf(amounts).map(({ rate, gross }) => {
    const known = before.filter((share) => share.rate === rate)
    const vatBefore = known.reduce((sum, share) => sum + share.vat, 0)
    const vat =
      vatIn(
        known.reduce((sum, share) => sum + share.gross, gross),
        rate,
      ) - vatBefore
    return { rate, net: gross - vat, vat, gross }
  })
}

/** Pieces taken from stock: none once returned, and none refunded unsent. */
export function heldPieces({
  lines,
  stockTaken,
  refunds,
}: Pick<Refundable, 'lines' | 'refunds'> & { stockTaken: boolean }): Pieces {
  if (!stockTaken) return quantitiesOf([])
  const held = quantitiesOf(lines)
  for (const { pieces, restocked } of refunds) {
    if (!restocked) continue
    for (const [id, quantity] of Object.entries(pieces)) held[id] = (held[id] ?? 0) - quantity
  }
  return held
}
