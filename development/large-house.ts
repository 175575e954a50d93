import { newDesk } from '~/domain/desks/desks'
import { firstManager } from '~/domain/desks/members'
import type { MovedTicket, Piece } from '~/domain/export/moving'
import type { Feedback } from '~/domain/feedback/feedback'
import type { Rating } from '~/domain/feedback/ratings'
import { bookingOf } from '~/domain/shop/bookings'
import { beginOrder } from '~/domain/shop/order-changes'
import type { Order } from '~/domain/shop/orders'
import type { Language } from '~/domain/text/languages'
import { beginTicket } from '~/domain/tickets/beginning'
import { entry } from '~/domain/tickets/changes'
import { excerpt, type Message } from '~/domain/tickets/messages'
import type { TicketState } from '~/domain/tickets/states'
import { timerAfter } from '~/domain/tickets/timer-rules'
import { secretHash, ticketSecret } from '~/http/links/ticket-link.server'
import { demoOwner } from './demo-people'

const day = 86_400_000
const span = 3 * 365 * day

/** One order for so many conversations. */
const orderEvery = 10

const asked: Record<Language, readonly string[]> = {
  en: [
    'Do you have gluten-free bread on Saturdays?',
    'I would like to order a birthday cake for twelve people, with raspberries please.',
    'My order arrived with one cup broken. What can we do?',
    'Are you open on the bank holiday?',
    'Could you send me the invoice again, made out to our company?',
    'Is there a table for six on Friday evening?',
  ],
  de: [
    'Haben Sie samstags glutenfreies Brot?',
    'Ich möchte eine Geburtstagstorte für zwölf Personen bestellen, bitte mit Himbeeren.',
    'Bei meiner Lieferung war eine Tasse zerbrochen. Was können wir tun?',
    'Haben Sie am Feiertag geöffnet?',
    'Könnten Sie mir die Rechnung noch einmal schicken, auf unsere Firma?',
    'Ist am Freitagabend noch ein Tisch für sechs frei?',
  ],
}

const answered: Record<Language, readonly string[]> = {
  en: [
    'Thank you for asking. Yes, that works; we have noted it for you.',
    'I am sorry about that. We will send a new one tomorrow.',
    'Yes, from 8 to 18 as usual. See you then!',
    'Gladly. Which name and address should it have?',
  ],
  de: [
    'Danke für die Frage. Ja, das geht; wir haben es für Sie notiert.',
    'Das tut mir leid. Wir schicken Ihnen morgen eine neue.',
    'Ja, wie immer von 8 bis 18 Uhr. Bis dann!',
    'Gern. Auf welchen Namen und welche Adresse?',
  ],
}

const firstNames = ['Vera', 'Jan', 'Ayşe', 'Mary', 'Tom', 'Käthe', 'Ibrahim', 'Zoë', '']
const lastNames = ['Müller', 'Smith', 'Lindner', 'Öztürk', 'Ngũgĩ', 'O’Brien']
const tags = ['Rechnung', 'Bestellung', 'Torte', 'Lob', 'Beschwerde', 'invoice']

/** Numbers from 0 to 1 that are the same in each run (Numerical Recipes). */
function chances(): () => number {
  let state = 2_024
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * A desk of the demo owner with so many conversations over three years, feedback and orders; the same
 * for the same arguments.
 */
export async function* largeHouse(size: number, secret: string, now: Date): AsyncGenerator<Piece> {
  const chance = chances()
  const some = <Value>(values: readonly Value[]) =>
    values[Math.floor(chance() * values.length)] as Value
  const opened = new Date(now.getTime() - span)
  const { uid, email } = demoOwner
  const account = { uid, email, emailVerified: true, locale: 'en', createdAt: opened } as const
  yield { noun: 'account', record: account }
  const desk = { ...newDesk(uid, opened), id: 'large-desk', publicKey: 'large-house' }
  yield { noun: 'desk', record: { ...desk, name: 'Café Morgenrot', lastNumber: size } }
  yield { noun: 'member', record: firstManager(desk) }

  const given: Feedback[] = []
  for (let number = 1; number <= size; number += 1) {
    const begun = new Date(now.getTime() - day / 24 - (span * (size - number)) / size)
    const { ticket, messages } = conversation(number, begun)
    yield { noun: 'ticket', record: ticket }
    for (const record of messages) yield { noun: 'message', record: { ...record, attachments: [] } }
    if (ticket.ratedAt) given.push(rating(ticket, ticket.ratedAt))
  }
  for (const record of given) yield { noun: 'feedback', record }

  const orders = Math.floor(size / orderEvery)
  for (let index = 0; index < orders; index += 1) {
    const order = sale(index, new Date(now.getTime() - day - (span * (orders - index)) / orders))
    yield { noun: 'order', record: order }
    const { paidAt: at, gross, vat } = order
    const paid = at && { id: `${order.id} payment`, kind: 'payment' as const, at, gross, vat }
    if (paid) yield { noun: 'booking', record: bookingOf(order, paid) }
  }
  yield { noun: 'shop', record: { lastOrder: 1_000 + orders, lastInvoice: orders, stock: [] } }

  function conversation(number: number, begun: Date) {
    const locale = some(['en', 'de'] as const)
    const id = `large-${String(number).padStart(9, '0')}`
    const state = stateOf(chance(), now.getTime() - begun.getTime())
    // Whose turn it is follows from who wrote last.
    const exchanges = state === 'held' ? 0 : 1 + Math.floor(chance() * 4)
    const length = 2 * exchanges + (state === 'open' || state === 'held' ? 1 : 0)
    const bodies = Array.from({ length }, (_, index) =>
      some(index % 2 === 0 ? asked[locale] : answered[locale]),
    )
    const times = bodies.map((_, index) => new Date(begun.getTime() + index * 420_000))
    const messages = bodies.map((body, index): Omit<Message, 'attachments'> => {
      const author = index % 2 === 0 ? 'visitor' : 'owner'
      const own = { id: `${id}-${index + 1}`, ticketId: id, clientKey: `${id}-${index + 1}` }
      const createdAt = times[index] ?? begun
      return { ...own, seq: index + 1, author, kind: 'text', body, locale, createdAt }
    })
    const startKey = `start-${number}`
    const name = some(firstNames)
    const ended = state === 'solved' || state === 'closed'
    const last = times.at(-1) ?? begun
    const doneAt = ended ? new Date(last.getTime() + 60_000) : undefined
    const { ticket, history } = beginTicket(
      {
        ...{ id, deskId: desk.id, startKey, state, locale, createdAt: begun },
        secretHash: secretHash(ticketSecret(secret, desk.id, startKey)),
        visitorName: name && `${name} ${some(lastNames)}`,
        visitorEmail: chance() < 0.6 ? `visitor-${number}@example.com` : '',
        title: excerpt(bodies[0] ?? '', 80),
        latest: excerpt(bodies.at(-1) ?? '', 80),
        waitingSince: state === 'open' ? last : undefined,
        heldFor: state === 'held' ? 'links' : undefined,
      },
      number,
    )
    const firstReplyAt = state === 'held' ? undefined : times[1]
    const whole = {
      ...ticket,
      priority: chance() < 0.1 ? ('high' as const) : ('normal' as const),
      tags: chance() < 0.4 ? [some(tags)] : [],
      lastSeq: bodies.length,
      ...{ visitorSeenSeq: bodies.length, ownerSeenSeq: state === 'open' ? 0 : bodies.length },
      ...{ firstReplyAt, updatedAt: doneAt ?? last },
    }
    const rated = doneAt && chance() < 0.3 ? new Date(doneAt.getTime() + 60_000) : undefined
    const moved: MovedTicket = {
      ...whole,
      timerAt: timerAfter(state, whole.updatedAt),
      ...{ dealtWith: firstReplyAt !== undefined, doneAt, ratedAt: rated },
      ...(rated && { feedbackKey: id }),
      history: doneAt ? [...history, entry('owner', 'solve', 'solved', doneAt)] : history,
      ...{ merged: [], followUps: [], bytes: 0 },
    }
    return { ticket: moved, messages }
  }

  function rating({ id, deskId, number, locale }: MovedTicket, at: Date): Feedback {
    const stars = some<Rating>([1, 3, 4, 4, 5, 5, 5])
    const words = { rating: stars, comment: chance() < 0.3 ? some(answered[locale]) : '', locale }
    const named = { id: `${id}-rating`, deskId, createKey: id, ticketId: id, number }
    const times = { createdAt: at, updatedAt: at }
    return { ...named, ...words, kind: 'ticket', email: '', state: 'shown', ...times }
  }

  function sale(index: number, at: Date): Order {
    const quantity = 1 + Math.floor(chance() * 3)
    const gross = 1_190 * quantity
    const net = 1_000 * quantity
    const language = some(['en', 'de'] as const)
    const key = `large-order-${index}`
    const made = beginOrder(
      {
        ...{ id: key, checkoutKey: key, secretHash: secretHash(key), language },
        email: `customer-${index}@example.com`,
        lines: [
          {
            ...{ productId: 'set-up-hour', kind: 'service', quantity, price: 1_190, gross },
            ...{ vatRate: 19, shipped: false, digital: false, grants: {} },
            title: { en: 'An hour of setting up', de: 'Eine Stunde Einrichtung' },
            deliveryTime: { en: 'within a week', de: 'innerhalb einer Woche' },
          },
        ],
        ...{ goods: gross, shipping: 0, gross, currency: 'EUR', smallBusiness: false },
        vat: [{ rate: 19, net, vat: gross - net, gross }],
        ...{ payment: 'bank-transfer', termsVersion: 'v1', acceptedAt: at, createdAt: at },
        payableUntil: new Date(at.getTime() + 14 * day),
      },
      [],
      {},
    )
    if (made.kind === 'short') throw new Error('A service is never short')
    const paidAt = new Date(at.getTime() + day / 2)
    const paid = { state: 'paid' as const, paidAt, invoiceNumber: index + 1, updatedAt: paidAt }
    const history = [{ event: 'payment-arrives' as const, at: paidAt }]
    return { ...made.order, ...paid, number: 1_001 + index, history }
  }
}

/** Those of a week are under way; of older ones no timer is due. */
function stateOf(luck: number, age: number): Exclude<TicketState, 'snoozed'> {
  if (luck > 0.98) return 'held'
  if (age > 7 * day) return luck < 0.01 ? 'open' : 'closed'
  return luck < 0.2 ? 'open' : luck < 0.5 ? 'waiting' : 'solved'
}
