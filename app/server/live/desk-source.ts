import type { LiveEvent } from '~/domain/live/live'
import { attend } from '~/domain/live/presence'
import { countIn } from '~/domain/shop/order-lists'
import { isStillThere } from '~/http/sessions/access.server'
import type { ServerContext } from '../arrival/context'
import { type ForMember, isForMember, toastNews } from './member-news'
import type { ListeningOwner } from './owner'
import { event } from './server-sent-event'
import type { StreamSource } from './stream'

/** After which the listener has no right to the desk's news any more, or another one. */
const endings: LiveEvent['kind'][] = ['session-ended', 'membership', 'desk-erased']

/** Milliseconds between signs of presence of a listening member. */
const attendEvery = 60_000

/**
 * The events of a member's desk, and of the shop if it is the site's, for one listening session.
 * Unless idle, listening for a while counts as being at the desk.
 */
export function deskSource(
  { services, now, deskFeeds }: ServerContext,
  { session, desk, member, idle, runsShop }: ListeningOwner,
): StreamSource {
  const news: string[] = []
  let { attendedAt } = member
  let begun = false
  let watched = false

  /** How many orders are to be sent, and which is new; nothing about their customers. */
  async function orderNews(happened: LiveEvent[]): Promise<string> {
    const moved = happened.flatMap((each) => (each.kind === 'order' ? [each] : []))
    if (moved.length === 0) return ''
    const orders = countIn('to-send', await services.orders.count())
    const order = moved.findLast(({ news }) => news)?.number
    return event(JSON.stringify({ orders, ...(order && { order }) }), { name: 'desk' })
  }

  /** What colleagues did that the member hears of by toasts. */
  async function memberNews(happened: LiveEvent[]): Promise<string> {
    const toasts = happened.flatMap((each) => (isForMember(each) ? [toastOf(each)] : []))
    const texts = await Promise.all(toasts)
    return texts.map((news) => event(JSON.stringify(news), { name: 'desk' })).join('')
  }

  const toastOf = (news: ForMember) => toastNews(services.tickets, desk, news)

  async function noteOwner() {
    const at = now()
    if (!watched || idle) return
    if (attendedAt && at.getTime() - attendedAt.getTime() < attendEvery) return
    await attend(services, { desk: { ...desk, attendedAt }, member }, at)
    attendedAt = at
  }

  return {
    listener: { kind: 'session', id: session.idHash },
    topics: [
      `session:${session.idHash}`,
      `member:${desk.id}:${member.uid}`,
      `counter:${desk.id}`,
      ...(runsShop ? ['shop' as const] : []),
    ],
    follow(wake, fail) {
      const hear = (text: string) => {
        news.push(text)
        wake()
      }
      return deskFeeds.join(desk.id, { member, hear, fail })
    },
    async read(happened, write) {
      if (happened.some(({ kind }) => endings.includes(kind))) return 'end'
      // The session may have ended between the request and its first reading, or unheard.
      const unsure = !begun || happened.some(({ kind }) => kind === 'missed')
      if (unsure && !(await isStillThere(services, { session, desk, member }))) return 'end'
      const revision = services.live.revision()
      if (!begun) news.unshift(event(JSON.stringify({ revision }), { name: 'revision' }))
      begun = true
      const own = (await orderNews(happened)) + (await memberNews(happened))
      await write(news.splice(0).join('') + own)
    },
    beat: noteOwner,
    watched() {
      watched = true
      return noteOwner()
    },
  }
}
