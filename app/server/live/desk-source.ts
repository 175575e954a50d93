import { memberName } from '~/components/tickets/byline.server'
import type { LiveEvent } from '~/domain/live/live'
import { attend } from '~/domain/live/presence'
import { countIn } from '~/domain/shop/order-lists'
import { inEvery } from '~/domain/text/languages'
import { isStillThere } from '~/http/sessions/access.server'
import { translations } from '~/i18n/translation.server'
import type { ServerContext } from '../arrival/context'
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

  /** Which tickets became the member's, and by whom. */
  async function givenNews(happened: LiveEvent[]): Promise<string> {
    const news = happened.flatMap((each) => (each.kind === 'given' ? [each] : []))
    const texts = news.map(async ({ numbers, byUid }) => {
      const [number = 0] = numbers.length === 1 ? numbers : []
      const ticket = number ? await services.tickets.find({ deskId: desk.id, number }) : undefined
      const query = number ? `?ticket=${number}#newest` : '?whose=mine'
      const toast = inEvery((language) => {
        const { t } = translations(language)
        const by = memberName(desk, byUid, language)
        const guest = ticket?.visitorName || ticket?.visitorEmail || t('notices:givenFrom')
        const text = t('notices:givenTo', { count: numbers.length, number, by, guest })
        const to = `/dashboard/tickets${query}`
        return { text, link: { text: t('notices:givenOpen'), to } }
      })
      return event(JSON.stringify({ toast }), { name: 'desk' })
    })
    return (await Promise.all(texts)).join('')
  }

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
      const own = (await orderNews(happened)) + (await givenNews(happened))
      await write(news.splice(0).join('') + own)
    },
    beat: noteOwner,
    watched() {
      watched = true
      return noteOwner()
    },
  }
}
