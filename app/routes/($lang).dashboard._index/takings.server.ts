import type { AppLoadContext } from '@remix-run/node'
import type { Membership } from '~/domain/desks/members'
import { countIn } from '~/domain/shop/order-lists'
import { shopTimeZone } from '~/domain/shop/orders'
import { monthBoundaries, startOfDay } from '~/domain/time/days'
import { runsShop } from '~/http/sessions/access.server'
import { orderCounts } from '~/http/shop/order-counts.server'
import { dayKey, formatMonth } from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'

/** By the shop's clock, for its managers, who have its books; undefined for others, and before the first order. */
export async function readTakings({ member }: Membership, context: AppLoadContext) {
  if (member.kind !== 'manager' || !(await runsShop(context))) return undefined
  if (countIn('all', await orderCounts(context)) === 0) return undefined
  const { services, language } = context
  const now = context.now()
  const takings = async (from: Date, to: Date) =>
    formatMoney(await services.orders.takings(from, to), language)
  const startOf = (daysBefore: number) => startOfDay(now, shopTimeZone, daysBefore)
  const day = dayKey(now, shopTimeZone)
  const [yesterday, today, month] = await Promise.all([
    takings(startOf(1), startOf(0)),
    takings(startOf(0), startOf(-1)),
    takings(...monthBoundaries(day, shopTimeZone)),
  ])
  return { yesterday, today, month, name: formatMonth(new Date(day), language) }
}
