import type { AppLoadContext, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { ledgerLine } from '~/components/shop/ledger-line.server'
import { usualReply } from '~/domain/desks/availability'
import type { Desk } from '~/domain/desks/desks'
import type { Membership } from '~/domain/desks/members'
import { countIn } from '~/domain/shop/order-lists'
import { customerName, shopTimeZone } from '~/domain/shop/orders'
import { listedAs } from '~/domain/shop/standings'
import { readUpTo } from '~/domain/tickets/reading'
import { chatPath } from '~/http/desks/chat-path.server'
import { readGuide } from '~/http/desks/guide.server'
import { unreadMentions } from '~/http/desks/mentions.server'
import { planUse } from '~/http/desks/plan-use.server'
import { ticketCounts } from '~/http/desks/ticket-counts.server'
import { recoverSecret } from '~/http/links/ticket-link.server'
import { hasPlans, requireDesk, runsShop } from '~/http/sessions/access.server'
import { orderCounts } from '~/http/shop/order-counts.server'
import { formatFullDate } from '~/i18n/formats'
import { formatMoney } from '~/i18n/money'
import { readNewcomer } from './newcomer.server'
import { readDays } from './stats.server'
import { readTakings } from './takings.server'

const longestShown = 5

const ordersShown = 5

const heldCounted = 99

/** Conversations that the owner began as a visitor, at any desk. */
const keptShown = 20

export type OverviewPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const own = await requireDesk(context)
  const { desk, member, session } = own
  const manages = member.kind === 'manager'
  const { tickets, desks } = context.services
  const now = context.now()
  const { uid } = session.user
  const [
    counts,
    held,
    mentions,
    longest,
    usual,
    kept,
    days,
    uses,
    orders,
    takings,
    guide,
    newcomer,
  ] = await Promise.all([
    ticketCounts(context),
    countNewHeld(own, context),
    unreadMentions(own, context.services),
    tickets.list(desk.id, { state: 'open' }, longestShown),
    usualReply(desks, desk, now),
    tickets.listKept(uid, keptShown),
    readDays(desk, context),
    manages ? readUses(desk, context) : [],
    readOrders(context),
    readTakings(own, context),
    readGuide(own, context),
    readNewcomer(own, context),
  ])
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    name: desk.name,
    chatAddress: await chatPath(desk, context),
    origin: context.config.publicOrigin,
    ...guide,
    newcomer,
    /** Whether anybody has ever written. */
    begun: all > 0,
    counts,
    held,
    /** In how many tickets notes name the member, with something unread. */
    mentions: mentions ?? 0,
    longest: longest.tickets.map((ticket) => ledgerLine(ticket, own, now, context.language)),
    usualReply: usual,
    days,
    uses,
    orders,
    takings,
    kept: kept.flatMap((ticket) => {
      // Without a valid secret it has no link.
      const secret = recoverSecret(context.config.secrets, ticket)
      return secret ? [{ title: ticket.title, locale: ticket.locale, secret }] : []
    }),
  }
}

/** What the desk uses of its plan; empty where plans are not for its owner. */
async function readUses(desk: Desk, context: AppLoadContext) {
  return (await hasPlans(context)) ? (await planUse(desk, context)).shown : []
}

/** Questions held as spam that the member has not looked at yet; at most a page of them. */
async function countNewHeld(
  { desk, member }: Membership,
  context: AppLoadContext,
): Promise<number> {
  const { held } = await ticketCounts(context)
  if (held === 0) return 0
  const { tickets } = await context.services.tickets.list(desk.id, { state: 'held' }, heldCounted)
  return tickets.filter((ticket) => readUpTo(ticket, member) === 0).length
}

/** The orders to do that wait longest, how many there are, and how many are unpaid; none except at the site's desk. */
async function readOrders(context: AppLoadContext) {
  const { services, language } = context
  if (!(await runsShop(context))) return { toSend: [], toDo: 0, unpaid: 0 }
  const [{ orders }, counts] = await Promise.all([
    services.orders.list('to-send', ordersShown),
    orderCounts(context),
  ])
  const toSend = orders.map((order) => ({
    number: order.number,
    name: customerName(order),
    total: formatMoney(order.gross, language),
    // Paid on pick-up, it has none yet.
    paidOn: order.paidAt && formatFullDate(order.paidAt, language, shopTimeZone),
    paysOnPickup: order.payment === 'on-pickup',
    listed: listedAs(order),
  }))
  return { toSend, toDo: countIn('to-send', counts), unpaid: countIn('to-pay', counts) }
}
