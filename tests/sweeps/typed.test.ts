import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { elements, field, textOf } from '../support/html'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'

let server: TestServer
let owner: Owner
beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
})
afterAll(() => server.close())

const look = async (path: string) => textOf((await server.ask(path, owner)).text)

async function buy(changes: Record<string, string>) {
  const cart = await fillCart(server, { 'counter-bell': 1 })
  return order(server, cart, await openCheckout(server, cart, 'en'), changes, 'en')
}

describe('a checkout', () => {
  it('takes an address as people write it, and shows it wherever the order is', async () => {
    const { status, location } = await buy({
      email: '\u200binfo@Müller.de ',
      name: 'Käthe\u00ad Kundin',
      street: 'Packstation 101',
      line2: ' Postnummer 1234567 ',
      postcode: 'D-20 459',
    })
    expect(status).toBe(303)
    const [found] = (await server.services.orders.list('all', 1)).orders
    expect(found).toMatchObject({
      email: 'info@müller.de',
      address: {
        name: 'Käthe Kundin',
        street: 'Packstation 101',
        line2: 'Postnummer 1234567',
        postcode: '20459',
      },
    })
    expect(textOf((await server.ask(location)).text)).toContain('Postnummer 1234567')
    const at = `/dashboard/orders?order=${found?.number}`
    for (const path of [at, `${at}&print=packing-slip`, `${at}&print=invoice`])
      if (!path.includes('invoice') || found?.invoiceNumber)
        expect(await look(path), path).toContain('Postnummer 1234567')
    for (const q of [
      `Nr. ${found?.number}`,
      `No. ${found?.number}`,
      `#${found?.number}`,
      `№ ${found?.number}`,
      `${found?.number}\u200b`,
      'Packstation 101',
      'postnummer 1234567',
      '20459',
      '２０４５９',
      'INFO@XN--MLLER-KVA.de'.replace('XN--MLLER-KVA', 'Müller'),
    ]) {
      const page = await look(`/dashboard/orders?${new URLSearchParams({ q })}`)
      expect(page, q).toContain('Käthe Kundin')
    }
  })

  it('answers a wrong one beside its field, with what was typed', async () => {
    const errors = words.en.errors.email
    for (const [email, sentence] of [
      ['a@example.com,', errors.invalid],
      ['ü@exämple.com', errors.local],
      ['anna@example', errors.invalid],
    ] as const) {
      const { status, text } = await buy({ email })
      expect(status).toBe(400)
      expect(field(text, 'email')).toMatchObject({ value: email })
      expect(field(text, 'email').described).toContain(sentence)
    }
    const { text } = await buy({ postcode: 'A-1010', name: '\u3164' })
    const digits = words.en.checkout.errors.postcodeDigits
      .replace('{{digits}}', '5')
      .replace('{{example}}', '10115')
    expect(field(text, 'postcode').described).toContain(digits)
    expect(field(text, 'name').described).toContain(words.en.checkout.errors.name)
  })

  it('that is sent again as it was typed leads to the same order', async () => {
    const cart = await fillCart(server, { 'counter-bell': 1 })
    const hidden = await openCheckout(server, cart, 'en')
    const typed = { email: ' Anna@Example.com\u200b', postcode: '１２３４５', line2: 'c/o  Blum' }
    const first = await order(server, cart, hidden, typed, 'en')
    expect(first.status).toBe(303)
    const again = await order(server, cart, hidden, typed, 'en')
    expect(again.location).toBe(first.location)
    const other = await order(server, cart, hidden, { ...typed, line2: 'c/o Meier' }, 'en')
    expect(other.status).toBe(409)
  })
})

describe('the shelf', () => {
  it.each(['up', 'down'])('moves no product that is no key: %s', async (intent) => {
    for (const product of ['１', 'ü', 'a b', '\u2028', '🙂', '%0d%0a', '"><'])
      expect(
        (await server.ask('/dashboard/shelf', { ...owner, form: { intent, product } })).status,
      ).toBe(303)
  })

  it.each(['save', 'remove'])('%s answers at an address that no key has', async (intent) => {
    const path = `/dashboard/shelf?${new URLSearchParams({ product: 'ü１ \u2028' })}`
    const { status } = await server.ask(path, { ...owner, form: { intent } })
    expect(status).toBeLessThan(500)
  })

  it('asks which of two prices is meant', async () => {
    const { status, text } = await server.ask('/dashboard/shelf/product', {
      ...owner,
      form: { intent: 'save', price: '1,500', kind: 'good', category: 'goods' },
    })
    expect(status).toBe(400)
    const sentence = words.en.shelf.errors.amountTwoWays
      .replace('{{thousands}}', '1500')
      .replace('{{decimals}}', '1,50')
    expect(field(text, 'price').described).toContain(sentence)
  })

  it.each([
    ['shelf', 'latin1', 'is not UTF-8'],
    ['legal', 'latin1', 'is not UTF-8'],
    ['shelf', 'utf16le', 'is UTF-16'],
    ['legal', 'utf16le', 'is UTF-16'],
  ] as const)('%s takes no file in %s and changes nothing', async (command, encoding, why) => {
    const before = await server.services.catalogue.read(server.clock.now)
    const mark = encoding === 'utf16le' ? '\ufeff' : ''
    const file = join(server.folder, `${command}-${encoding}.json`)
    writeFileSync(file, Buffer.from(`${mark}{"title": "Türschild"}`, encoding))
    const { status, stdout } = server.command(command, 'import', file)
    expect([status, stdout]).toEqual([1, expect.stringContaining(why)])
    expect(stdout).toContain('Nothing was changed.')
    expect(await server.services.catalogue.read(server.clock.now)).toEqual(before)
  })
})

describe('a conversation', () => {
  const begin = async (body: string, more: Record<string, string> = {}) => {
    const form = { key: randomUUID(), body, ...more }
    return (await server.ask('/chat', { form })).location.replace(/#.*/, '')
  }

  it('is found by a link that was copied with the end of its sentence', async () => {
    const path = await begin('A question')
    for (const end of ['.', ').', '%20', '%E2%80%8B', '/', '%22', '*', '%3E'])
      expect(await server.ask(path + end)).toMatchObject({ status: 302, location: path })
    expect(await server.ask('/de/shop?item=counter-bell.')).toMatchObject({
      status: 302,
      location: '/de/shop?item=counter-bell',
    })
    const form = { intent: 'send-link', email: 'a@example.com' }
    expect((await server.ask(`${path}.`, { form })).location).not.toBe(path)
  })

  it('has links that say where they lead, for both sides', async () => {
    const path = await begin(
      'See https://bank.example@evil.example/a, or (https://good.example/b).',
    )
    const [, number] = /Conversation (\d+)/.exec((await server.ask(path)).text) ?? []
    for (const { text } of [
      await server.ask(path),
      await server.ask(`/dashboard/tickets?ticket=${number}`, owner),
    ]) {
      const links = elements(text, 'a').filter(({ attributes }) => attributes.rel?.includes('ugc'))
      expect(links.map(({ attributes: { href, rel } }) => [href, rel])).toEqual([
        ['https://bank.example@evil.example/a', 'nofollow noopener ugc'],
        ['https://good.example/b', 'nofollow noopener ugc'],
      ])
      expect(textOf(text)).toContain('https://bank.example@evil.example/a (evil.example), or')
    }
  })

  it('takes the e-mail addresses that the checkout takes', async () => {
    for (const email of ['info@müller.de', 'a&b@example.com', 'a..b@docomo.ne.jp'])
      expect(await begin('A question', { email })).toMatch(/\?t=/)
    const refused = await server.ask('/chat', {
      form: { key: randomUUID(), body: 'A question', email: 'a@example.com,' },
    })
    expect(refused.status).toBe(400)
  })

  it('is found by its number, however it is written', async () => {
    await begin('Where is my parcel?', { name: 'Zoë\u202e' })
    for (const q of ['#1', 'Nr. 1', 'No. 1', '№1', '１', '1\u00ad', 'Ticket#1', '[Ticket 1]'])
      expect(
        (await server.ask(`/dashboard/tickets?${new URLSearchParams({ q })}`, owner)).text,
        q,
      ).toContain('ticket=1')
  })
})

describe('an answer of 405', () => {
  it.each([
    '/',
    '/de',
    '/files',
    '/imprint',
    '/terms',
    '/chat/download',
    '/robots.txt',
    '/healthz',
  ])('says which methods %s allows', async (path) => {
    const refused = await server.ask(path, { form: { a: 'b' } })
    expect(refused.status).toBe(405)
    expect(refused.headers.get('Allow')).toBe('GET, HEAD')
  })
})
