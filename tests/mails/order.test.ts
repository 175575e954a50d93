import { describe, expect, test } from 'vitest'
import type { OrderContent } from '~/domain/shop/order-mails'
import type { Order } from '~/domain/shop/orders'
import { beginRefund } from '~/domain/shop/refunds'
import { newIdentity } from '~/domain/site/identity'
import { languages } from '~/domain/text/languages'
import { orderSecret } from '~/http/links/order-link.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { formatDay } from '~/i18n/formats'
import { createCompose } from '~/mails/compose'
import { temporaryFolder } from '../support/app'
import { elements, textOf } from '../support/html'
import { legalFile, legalOf } from '../support/legal'
import { de, en } from '../support/locales'
import { config, noDesks, secrets } from '../support/mail-desk'

const words = { en, de }
const said = {
  en: {
    total: 'Total: €77.70',
    vat: 'on €58.66: €11.14',
    half: '€34.90',
    left: '€42.80',
    none: '€0.00',
    day: '5 Mar 2026',
    to: 'Austria',
  },
  de: {
    total: 'Summe: 77,70 €',
    vat: 'auf 58,66 €: 11,14 €',
    half: '34,90 €',
    left: '42,80 €',
    none: '0,00 €',
    day: '05.03.2026',
    to: 'Österreich',
  },
}

const at = new Date('2026-03-04T11:00:00Z')
const ordered: Order = {
  id: 'order-1',
  number: 1_001,
  checkoutKey: 'key-1',
  stockTaken: true,
  secretHash: 'hash-1',
  state: 'awaiting-payment',
  language: 'de',
  email: 'kundin@example.com',
  address: {
    name: 'Käthe Kundin',
    street: 'Weg 1',
    postcode: '1010',
    city: 'Wien',
    country: 'AT',
  },
  lines: [
    {
      productId: 'bell',
      kind: 'good',
      title: { en: 'Counter bell', de: 'Tresenklingel' },
      summary: { en: 'Brass, one clear tone', de: 'Messing, ein klarer Ton' },
      quantity: 2,
      price: 3_490,
      gross: 6_980,
      vatRate: 19,
      shipped: true,
      digital: false,
      deliveryTime: { en: 'soon', de: 'bald' },
      grants: {},
    },
  ],
  goods: 6_980,
  shipping: 790,
  gross: 7_770,
  vat: [{ rate: 19, net: 5_866, vat: 1_114, gross: 6_980 }],
  currency: 'EUR',
  smallBusiness: false,
  payment: 'stripe',
  termsVersion: 'v1',
  acceptedAt: at,
  digitalConsentAt: at,
  payableUntil: at,
  history: [],
  refunds: [],
  createdAt: at,
  updatedAt: at,
}

describe.each(languages)('in %s', (language) => {
  const addressOf = (path: string) => config.publicOrigin + path
  const legal = legalOf(legalFile(temporaryFolder()), addressOf)
  const order = { ...ordered, language }
  const paid = { ...order, paidAt: new Date('2026-03-05T09:00:00Z'), invoiceNumber: 7 }
  const { mails, order: onPages, withdrawal: withdrawalWords } = words[language]

  function write(
    kind: Exclude<OrderContent['kind'], 'order-refunded' | 'order-link'>,
    about: Order,
    by = legal,
  ) {
    return compose({ kind, order: about }, by)
  }

  async function compose(content: OrderContent, by = legal) {
    const source = { read: async () => by }
    const siteIdentity = { read: async () => newIdentity }
    const ports = { ...noDesks, payments: {}, legal: source, siteIdentity }
    const { text, html } = await createCompose(config, ports)(content, 'k', { withFiles: true })
    return { text: text.replace(/\u00a0/g, ' '), html }
  }

  test('the confirmation holds all that its customer must have for good', async () => {
    const { text, html } = await write('order-received', order)
    const { withdrawal, terms, delivery } = legal.texts[language]
    const { company } = legal
    const must = [
      '2 × ',
      order.lines[0]?.summary?.[language],
      said[language].total,
      said[language].vat,
      said[language].to,
      mails.order.consent.slice(-40),
      company.name,
      company.street,
      company.email,
      company.phone,
      company.vatId,
      withdrawalWords.page.title.toUpperCase(),
      `/withdrawal?withdraw`,
    ]
    for (const each of must) expect(text).toContain(each)
    const lines = text.toLowerCase().split('\n')
    for (const { heading } of [...withdrawal, ...terms, ...delivery]) {
      const asText = lines.filter((line) => line === heading.toLowerCase())
      expect([asText.length, html.split(`>${heading}</`).length - 1], heading).toEqual([1, 1])
    }
    expect(html).not.toMatch(/<(?:img|link|script)\b|\{\{|undefined/)
    expect(text).not.toMatch(/\{\{|undefined/)
  })

  test('an order to be confirmed has its button above what was ordered', async () => {
    const secret = orderSecret(secrets[0] ?? '', order.checkoutKey)
    const linked = { ...order, secretHash: secretHash(secret), reservedUntil: at }
    const { text, html } = await write('order-received', linked)
    for (const mail of [text, html]) {
      const parts = [mails.order.confirmHeading, onPages.confirm, onPages.goods]
      const places = parts.map((part) => mail.indexOf(part))
      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
  })

  test('the invoice names its day with the year, both sides, and the date of the supply', async () => {
    const { text } = await write('order-paid', paid)
    const { company } = legal
    for (const each of [
      'R00007',
      said[language].day,
      'Käthe Kundin\nWeg 1\n1010 Wien',
      `${company.name} · ${company.street}`,
      company.vatId,
      onPages.delivered,
      said[language].total,
      said[language].vat,
    ]) {
      expect(text).toContain(each)
    }
  })

  test('the invoice has the tax number where there is no VAT ID', async () => {
    const company = { ...legal.company, vatId: undefined, taxNumber: '37/123/45678' }
    const { text } = await write('order-paid', paid, { ...legal, company })
    expect(text).toContain(onPages.taxNumber.replace('{{number}}', '37/123/45678'))
    expect((await write('order-paid', paid)).text).not.toContain('37/123')
  })

  test('an order that is to be confirmed is received, and accepted once it is', async () => {
    const accepts = mails.order.received.split('}}').at(-1)?.replaceAll('\u00a0', ' ') ?? '-'
    const asked = { ...order, state: 'created' as const, reservedUntil: at }
    const { text } = await write('order-received', asked)
    expect(text).not.toContain(accepts)
    expect(text).toContain(mails.order.keep.split('{{')[0])
    // It may be read on another day; its dates stay on one line.
    expect(text).toContain({ en: '4 March, 12:00', de: '4. März, 12:00' }[language])
    const free = await write('order-received', { ...asked, stockTaken: false })
    expect(free.text).toContain(mails.order.unheld.split('{{')[0])
    expect((await write('order-accepted', order)).text).toContain(accepts)
    const gone = await write('order-gone', asked)
    expect(gone.text).toContain(onPages.heading.gone)
    expect(gone.text).not.toContain(accepts)
  })

  test('the invoice goes to another address and a business, where that was asked for', async () => {
    const { address } = ordered
    const billing = address && { ...address, company: 'Laden GmbH', name: 'Karl', street: 'Weg 2' }
    const { text } = await write('order-paid', { ...paid, billing, vatId: 'ATU12345678' })
    expect(text).toContain(`${mails.order.billedTo}\nLaden GmbH\nKarl\nWeg 2`)
    expect(text).toContain(onPages.vatId.replace('{{id}}', 'ATU12345678').replace('\u00a0', ' '))
    expect(text).not.toContain('Käthe Kundin')
    expect((await write('order-received', { ...order, billing })).text).toContain('Käthe Kundin')
  })

  test('money that goes back corrects the invoice by its number', async () => {
    const refund = beginRefund(paid, { pieces: { bell: 1 }, shipping: false }, 'k', at)
    if (!refund) throw new Error('There is nothing to refund')
    const { text } = await compose({ kind: 'order-refunded', order: paid, refund })
    for (const each of ['R00007', '1 × ', said[language].half]) expect(text).toContain(each)
    expect(text).not.toContain(said[language].total)
    const { totalBefore, totalAfter } = words[language].order
    expect(text).toContain(`${totalBefore}: ${said[language].total.split(': ')[1]}`)
    expect(text).toContain(`${totalAfter}: ${said[language].left}`)
    // The rest goes back later, and is taken off what the first refund has left.
    const partly = { ...paid, refunds: [{ ...refund, state: 'done' as const }] }
    const rest = beginRefund(partly, 'all', 'l', at)
    if (!rest) throw new Error('There is nothing left to refund')
    const whole = { ...partly, refunds: [...partly.refunds, { ...rest, state: 'done' as const }] }
    const last = await compose({ kind: 'order-refunded', order: whole, refund: rest })
    expect(last.text).toContain(`${totalBefore}: ${said[language].left}`)
    expect(last.text).toContain(`${totalAfter}: ${said[language].none}`)
    for (const payment of ['stripe', 'bank-transfer', 'on-pickup'] as const) {
      const about = { ...paid, payment }
      const letter = await compose({ kind: 'order-refunded', order: about, refund })
      // Only a service has sent the money by then.
      // The page that the correction stands on.
      expect(letter.text).toContain('&invoice')
      const { refundedHeading: isSent, refundedBy } = mails.order
      expect(letter.html).toContain(payment === 'stripe' ? isSent : refundedBy.heading)
    }
    expect((await write('order-closed', { ...order, state: 'cancelled' })).text).not.toMatch(
      /R0000/,
    )
  })

  test('an order that ended unpaid names a transfer only where it was paid by transfer', async () => {
    const { transferred, expired, uncollected } = mails.order
    for (const [payment, named] of [
      ['bank-transfer', true],
      ['stripe', false],
      ['on-pickup', false],
    ] as const) {
      const { text } = await write('order-closed', { ...order, payment, state: 'cancelled' })
      expect(text.includes(transferred), payment).toBe(named)
    }
    const { text } = await write('order-closed', {
      ...{ ...order, payment: 'on-pickup', state: 'expired' },
    })
    expect(text).toContain(uncollected.split('}}')[1])
    expect(text).not.toContain(expired.split('}}')[1])
  })

  test('what is picked up is named with where and when, and is sent to nobody', async () => {
    const pickup = { name: 'Käthe Kundin', when: { en: 'from noon', de: 'ab zwölf' } }
    const fetched = { ...paid, address: undefined, pickup, shipping: 0 }
    const place = `${legal.company.name}\n${legal.company.street}`
    for (const kind of ['order-received', 'order-sent'] as const) {
      const { text } = await write(kind, { ...fetched, history: [{ at, event: 'fulfil' }] })
      for (const each of [place, pickup.when[language]]) expect(text, kind).toContain(each)
      expect(text, kind).not.toContain(mails.order.sentTo)
      // One colon a line says what an amount is for.
      expect(text, kind).not.toMatch(new RegExp(`: .*: ${onPages.noCharge}$`, 'm'))
    }
    expect((await write('order-sent', fetched)).text).toContain(mails.order.readyHeading)
    const times = 'Mo–Fr 8:00–18:00'
    const nextDay = words[language].shelf.pickupFrom.replace('{{hours}}', times)
    const later = { ...fetched, pickup: { ...pickup, when: { en: nextDay, de: nextDay } } }
    const [received, ready] = [
      await write('order-received', later),
      await write('order-sent', later),
    ]
    // Once, with the place; from the next day on only until it is ready.
    expect(received.text.split(nextDay)).toHaveLength(2)
    expect(ready.text).toContain(times)
    expect(ready.text).not.toContain(nextDay)
    const onDay = { ...pickup, day: '2026-12-04' }
    const friday = formatDay(new Date(onDay.day), language, 'UTC')
    const byWords = await write('order-received', { ...fetched, pickup: onDay })
    expect(byWords.text).toContain(`${friday}\n${pickup.when[language]}`)
    const hours = [{ from: 480, to: 720 }]
    const byHours = await write('order-received', { ...fetched, pickup: { ...onDay, hours } })
    expect(byHours.text).toContain(`${friday}, 8:00–12:00`)
    expect(byHours.text).not.toContain(pickup.when[language])
    expect((await write('order-received', fetched)).text).not.toContain(`\n${onPages.shipping}: `)
    expect((await write('order-paid', fetched)).text).toContain(
      `${mails.order.billedTo}\nKäthe Kundin`,
    )
  })

  test('what is paid on pick-up is to be confirmed, and says until when and what to pay', async () => {
    const pickup = { name: 'Käthe Kundin', when: { en: 'from noon', de: 'ab zwölf' } }
    const fetched = { ...order, address: undefined, pickup, payment: 'on-pickup' as const }
    const { toPay, toConfirm } = {
      toPay: mails.order.payOnPickup.split('{{total}}')[1]?.split('{{day}}')[0] ?? '-',
      toConfirm: mails.order.confirm.split('{{time}}')[0] ?? '-',
    }
    const received = await write('order-received', {
      ...fetched,
      state: 'created',
      reservedUntil: at,
    })
    for (const each of [toPay, toConfirm]) expect(received.text).toContain(each)
    expect(received.text).not.toContain(mails.order.received.split('}}').at(-1))
    const ready = await write('order-sent', {
      ...fetched,
      state: 'ready',
      history: [{ at, event: 'fulfil' }],
    })
    expect(ready.text).toContain(toPay)
    expect(ready.text).not.toContain(mails.order.payOnline.split('{{time}}')[0])
  })

  test('what is on its way is named with where it goes, who brings it and where it is followed', async () => {
    const trackingUrl = 'https://parcel.example/1?a=b&c'
    const entry = { at, event: 'fulfil' as const, carrier: 'Post', trackingUrl }
    const { text, html } = await write('order-sent', { ...paid, history: [entry] })
    const { to } = said[language]
    for (const each of ['2 × ', 'Käthe Kundin', to, 'Post', trackingUrl, legal.company.vatId]) {
      expect(text).toContain(each)
    }
    const [track, ...others] = elements(html, 'a').filter(
      ({ attributes }) => attributes.class === 'button',
    )
    expect(track).toMatchObject({ text: mails.order.track, attributes: { href: trackingUrl } })
    expect(others).toEqual([])
    expect(textOf(html)).toContain(mails.order.open)
    expect((await write('order-sent', paid)).text).not.toContain('https://parcel')
  })

  test('pieces refunded before the letter leaves are not in it', async () => {
    const refund = beginRefund(paid, { pieces: { bell: 1 }, shipping: false }, 'k', at)
    if (!refund) throw new Error('There is nothing to refund')
    const sent: Order = { ...paid, state: 'fulfilled', history: [{ at, event: 'fulfil' }] }
    const partly: Order = { ...sent, refunds: [{ ...refund, state: 'by-hand' }] }
    const title = sent.lines[0]?.title[language]
    expect((await write('order-sent', sent)).text).toContain(`2 × ${title}`)
    expect((await write('order-sent', partly)).text).toContain(`1 × ${title}`)
    const rest = beginRefund(partly, { pieces: { bell: 1 }, shipping: false }, 'l', at)
    if (!rest) throw new Error('There is nothing left to refund')
    const without = { ...partly, refunds: [...partly.refunds, rest] }
    expect((await write('order-sent', without)).text).not.toContain(`× ${title}`)
  })

  test('links that were asked for again lead to each order of the mailbox', async () => {
    const other = { ...order, id: 'other', number: 1_007 }
    const { text } = await compose({ kind: 'order-link', order, others: [other] })
    for (const each of [mails.order.link_other, legal.company.name, legal.company.vatId])
      expect(text).toContain(each)
    const one = await compose({ kind: 'order-link', order, others: [] })
    expect(one.text).toContain(mails.order.link_one)
  })

  test('a sample says so above everything else, and only a sample does', async () => {
    const { sample } = words[language].legal
    const byNobody = await write('order-received', order, legalOf(undefined, addressOf))
    expect(byNobody.text.indexOf(sample)).toBeGreaterThanOrEqual(0)
    expect(byNobody.text.indexOf(sample)).toBeLessThan(
      byNobody.text.indexOf(mails.order.receivedHeading),
    )
    expect(byNobody.html).toContain('class="mark"')
    expect((await write('order-received', order)).text).not.toContain(sample)
  })
})
