import type { AppLoadContext } from '@remix-run/node'
import { ledgerLine } from '~/components/shop/ledger'
import { usualReply } from '~/domain/desks/availability'
import { guideOf } from '~/domain/desks/guide'
import { planUse } from '~/http/desks/plan-use.server'
import { recoverSecret } from '~/http/links/ticket-link.server'
import { requireDesk } from '~/http/sessions/access.server'
import { readOwnOrders } from '~/http/shop/own-orders.server'
import { readDays } from './stats.server'

const longestShown = 5

const ordersShown = 5

/** As a visitor, at any desk. */
const keptShown = 20

export type OverviewPage = Awaited<ReturnType<typeof readOverview>>

export async function readOverview(context: AppLoadContext) {
  const { desk, session } = await requireDesk(context)
  const { tickets, desks, embeds } = context.services
  const now = context.now()
  const { uid } = session.user
  const { timeZone } = desk
  const [counts, longest, usual, kept, days, embed, use, orders] = await Promise.all([
    tickets.count(desk.id),
    tickets.list(desk.id, { state: 'open' }, longestShown),
    usualReply(desks, desk, now),
    tickets.listKept(uid, keptShown),
    readDays(desk, context),
    embeds.find(desk.id),
    planUse(desk, context),
    readOwnOrders({ uid, timeZone, limit: ordersShown }, context),
  ])
  return {
    now,
    name: desk.name,
    timeZone,
    chatAddress: `/chat?desk=${desk.publicKey}`,
    origin: context.config.publicOrigin,
    guide: guideOf(
      desk,
      embed,
      Object.values(counts).reduce((sum, count) => sum + count, 0),
    ),
    counts,
    longest: longest.tickets.map(ledgerLine),
    usualReply: usual,
    days,
    uses: use.shown,
    orders,
    kept: kept.flatMap((ticket) => {
      // Without a valid secret it has no link.
      const secret = recoverSecret(context.config.secrets, ticket)
      return secret ? [{ title: ticket.title, locale: ticket.locale, secret }] : []
    }),
  }
}
