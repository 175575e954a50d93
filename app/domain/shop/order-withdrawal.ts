import type { Declaration } from '../legal/declarations'
import type { Ticket } from '../tickets/tickets'
import { wallTime } from '../time/zones'
import { findLostOrders } from './lost-orders'
import { entered, type OrderEntry, withdrawalIn } from './order-history'
import { isUnpaid } from './order-payment'
import type { OrderMoved, OrderScope, OrderStore } from './order-store'
import { undoOf } from './order-undo'
import { type Order, shopTimeZone } from './orders'
import { listedAs } from './standings'

/** Numbers and dates that are looked at in what a customer has typed. */
const mostNumbers = 5

/** Orders of a customer among which withdrawn ones are looked for. */
const mostOfCustomer = 20

const dayLength = 86_400_000

/** Days since its dispatch: fourteen from its arrival, and its way there. */
const offeredDays = 30

/** Whether its page offers to withdraw from it; the form itself is always open. */
export function offersWithdrawal(
  {
    state,
    lines,
    fulfilledAt,
    history,
  }: Pick<Order, 'state' | 'lines' | 'fulfilledAt' | 'history'>,
  now: Date,
): boolean {
  // Who bought something digital has consented to lose the right.
  if (withdrawalIn(history) || lines.every(({ digital }) => digital)) return false
  if (state === 'paid') return true
  return state === 'fulfilled' && daysSince(fulfilledAt, now) < offeredDays
}

/** Days from its dispatch to the withdrawal, where that was offered no more: its period may have ended. */
export function daysToLateWithdrawal({
  fulfilledAt,
  history,
}: Pick<Order, 'fulfilledAt' | 'history'>): number | undefined {
  const declared = withdrawalIn(history)
  const days = declared && daysSince(fulfilledAt, declared.at)
  return days !== undefined && days >= offeredDays ? Math.floor(days) : undefined
}

/** Noon of the last day on which the money is back in time: 14 days after the declaration (§ 357 BGB). */
export function refundDueOn({ at }: Pick<OrderEntry, 'at'>): Date {
  const today = Math.floor(wallTime(at.getTime(), shopTimeZone) / dayLength)
  return new Date((today + 14.5) * dayLength)
}

/** What a ticket of the site's desk withdraws from, as long as that is to do. */
export interface Withdrawal {
  order: number
  /** Until when its money has to be back; absent where nothing was paid. */
  due?: Date
}

export async function findWithdrawals(
  orders: Pick<OrderStore, 'listOfCustomer'>,
  { number, visitorEmail }: Pick<Ticket, 'number' | 'visitorEmail'>,
): Promise<Withdrawal[]> {
  const theirs = visitorEmail ? await orders.listOfCustomer(visitorEmail, mostOfCustomer) : []
  return theirs.flatMap((order) => {
    const declared = withdrawalIn(order.history)
    if (declared?.ticket !== number || listedAs(order) !== 'withdrawn') return []
    return [{ order: order.number, ...(!isUnpaid(order) && { due: refundDueOn(declared) }) }]
  })
}

function daysSince(at: Date | undefined, now: Date): number {
  return at ? (now.getTime() - at.getTime()) / dayLength : 0
}

/** Those named by number and bought with this address, which does not prove that their customer wrote. */
export async function findNamedOrders(
  orders: Pick<OrderStore, 'find' | 'listOfCustomer'>,
  { contract, email }: Pick<Declaration, 'contract' | 'email'>,
): Promise<Order[]> {
  // Digits of a date, or of an amount, are none.
  const numbers = contract.match(/(?<!\d[.,/-]?)[1-9]\d{0,11}(?![.,/-]?\d)/g) ?? []
  const several = [...new Set(numbers.map(Number))].slice(0, mostNumbers)
  const found = await Promise.all(several.map((number) => findLostOrders(orders, email, number)))
  return found.flat()
}

/** The first withdrawal of each order that it names; safe to repeat, also once it was a mistake. */
export async function noteWithdrawal(
  orders: OrderStore,
  { matter, contract, email, ticket, receivedAt }: Declaration,
): Promise<void> {
  if (matter.kind !== 'withdrawal') return
  const at = receivedAt
  for (const { id } of await findNamedOrders(orders, { contract, email })) {
    await orders.move({ id }, (order) => {
      const isNoted = order.history.some((entry) => {
        return entry.event === 'withdrawn' && entry.at.getTime() === at.getTime()
      })
      if (isNoted || withdrawalIn(order.history)) return undefined
      return entered(order, { at, event: 'withdrawn', by: 'customer', ticket: ticket?.number })
    })
  }
}

/**
 * The shop's owner says that the declaration was a mistake: of another order, by another person, or taken
 * back in agreement with its customer. Whom to tell what about it, people decide. `form`: who can undo it.
 */
export function dismissWithdrawal(
  orders: OrderStore,
  scope: OrderScope,
  now: Date,
  form?: string,
): Promise<OrderMoved> {
  return orders.move(scope, (order) => {
    if (!withdrawalIn(order.history)) return undefined
    const event = 'mistaken'
    const undo = form && undoOf(event, order, now)
    return entered(order, { at: now, event, by: 'shop', form, undo })
  })
}
