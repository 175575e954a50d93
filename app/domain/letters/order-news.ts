import type { AccountStore } from '../accounts/accounts'
import { nextDigest, quietUntil, usualNotifications } from '../accounts/notifications'
import type { DeskStore } from '../desks/desks'
import { type MemberStore, readerOfMail } from '../desks/members'
import type { Mail, MailStore, RecordMail } from '../outbox/mails'
import { isCancelNews } from '../shop/order-mails'
import { isKnownToShop, isUnpaid } from '../shop/order-payment'
import type { OrderStore } from '../shop/order-store'
import type { Order } from '../shop/orders'
import { type Decision, mostJoined, mostNewsAnHour, postponed } from './mail-content'
import { findRecipient, keyEnd } from './recipients'

interface Ports {
  accounts: AccountStore
  desks: DeskStore
  members: MemberStore
  mails: MailStore
  orders: OrderStore
}

const hour = 3_600_000

/** Milliseconds between checks whether an order is confirmed or paid: in its first hour, and later. */
const lookedAtEvery = { first: 5 * 60_000, later: 30 * 60_000 }

/**
 * One e-mail covers all orders held back by quiet hours or the digest. An order has one reason, that of
 * who founded the desk; it gives each other member one of theirs.
 */
export async function decideOrderNews(
  { accounts, desks, members, mails, orders }: Ports,
  mail: RecordMail,
  now: Date,
): Promise<Decision> {
  const desk = mail.deskId ? await desks.findById(mail.deskId) : undefined
  if (desk && mail.reader === undefined) await planForOthers({ members, mails }, desk.id, mail, now)
  const recipient = desk && (await findRecipient({ accounts, members }, desk.id, mail.reader))
  const { events, quiet } = recipient?.account.notifications ?? usualNotifications
  const mode = events.order ?? usualNotifications.events.order
  if (!desk || !recipient || mode === 'off') return { kind: 'drop' }
  const read = async (reasons: Mail[]) => {
    const found: { key: string; order: Order }[] = []
    for (const reason of reasons) {
      if (!('recordId' in reason)) continue
      const order = await orders.find({ id: reason.recordId })
      if (order && isNews(order, reason) === 'now') found.push({ key: reason.key, order })
    }
    return found
  }

  const own = await orders.find({ id: mail.recordId })
  const news = own && isNews(own, mail)
  const joined = await read(await mails.listJoined(desk.id, mail.key))
  if (!own || (news !== 'now' && joined.length === 0)) {
    const isRecent = now.getTime() - mail.createdAt.getTime() <= hour
    const wait = isRecent ? lookedAtEvery.first : lookedAtEvery.later
    return news === 'later' ? postponed(new Date(now.getTime() + wait)) : { kind: 'drop' }
  }
  const digest = nextDigest(mail.createdAt, desk.timeZone)
  if (mode === 'digest' && digest > now) return postponed(digest)
  const quietEnd = quietUntil(now, quiet, desk.timeZone)
  if (quietEnd) return postponed(quietEnd)
  const left = await mails.departures(
    desk.id,
    'order-news',
    new Date(now.getTime() - hour),
    mail.reader,
  )
  const first = left[0]
  if (first && left.length >= mostNewsAnHour) return postponed(new Date(first.getTime() + hour + 1))

  const waiting = await mails.listWaiting(desk.id, 'order-news', now, mostJoined, mail.reader)
  const others = await read(waiting.filter(({ key }) => key !== mail.key))
  const all = [
    ...(news === 'now' ? [own] : []),
    ...[...joined, ...others].map(({ order }) => order),
  ]
  return {
    kind: 'send',
    content: { kind: 'order-news', account: recipient.account, desk, orders: all },
    join: others.map(({ key }) => key),
  }
}

async function planForOthers(
  { members, mails }: Pick<Ports, 'members' | 'mails'>,
  deskId: string,
  { key, kind, recordId }: RecordMail,
  now: Date,
): Promise<void> {
  const others = (await members.list(deskId)).filter((each) => readerOfMail(each) !== undefined)
  if (others.length === 0) return
  const named = others.map((each) => ({ key: key + keyEnd(each), reader: readerOfMail(each) }))
  await mails.add(
    named.map((each) => ({ ...each, kind, recordId, deskId, dueAt: now })),
    now,
  )
}

/**
 * Transfers are news at once, or once confirmed where an e-mail asks for that; what is paid on pick-up once
 * confirmed, others once paid; and that its customer cancelled one.
 */
function isNews(order: Order, mail: RecordMail): 'now' | 'later' | undefined {
  if (isCancelNews(mail)) return order.state === 'cancelled' ? 'now' : undefined
  if (order.paidAt) return 'now'
  if (!isUnpaid(order)) return undefined
  return isKnownToShop(order) ? 'now' : 'later'
}
