import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/app'
import { elements, textOf } from '../support/html'
import { lackOf, unless } from '../support/left-out'
import { enter, openLynx } from '../support/lynx'
import { dumpers } from '../support/programs'
import { openTestServer, type TestServer, words } from '../support/test-server'
import { keys, throughW3m } from '../support/w3m'

/** `script` lends them a terminal. */
const through = (name: string) => unless(lackOf(`${name} through the shop`, name, 'script'))

const shown = (name: string) => unless(lackOf(`pages as ${name} shows them`, name))

const run = promisify(execFile)

describe.each(dumpers)('%s shows', (program, options) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
    await server.signUp()
  })
  afterAll(() => server.close())

  const {
    chat: { outbox },
    auth,
    errors,
  } = words.en

  test.each<[path: string, said: string, unsaid: string[]]>([
    ['/login', words.en.login.heading, [auth.userDisabled, errors.general]],
    ['/chat', words.en.chat.first, [outbox.again, outbox.back, 'is typing']],
  ])('on %s nothing that only a script may say', shown(program), async (path, said, unsaid) => {
    const { stdout } = await run(program, [...options, server.origin + path])
    const text = stdout.replace(/\s+/g, ' ')
    expect(text).toContain(said)
    for (const sentence of unsaid) expect(text).not.toContain(sentence)
  })
})

describe('Somebody who is signed in, with a browser that names no page as the source', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
  })
  afterAll(() => server.close())

  const boundary = 'x'
  const part = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const forms = [
    [
      'application/x-www-form-urlencoded',
      String(new URLSearchParams({ body: 'Two cakes <b>', seen: '3' })),
    ],
    [
      `multipart/form-data; boundary=${boundary}`,
      `${part('body', 'Two cakes <b>')}${part('seen', '3')}--${boundary}--\r\n`,
    ],
  ] as const

  test.each(forms)(
    'reads which setting helps and gets back what was typed: %s',
    async (type, body) => {
      const { cookie } = await server.signUp()
      for (const [path, language] of [
        ['/dashboard/tickets?ticket=1', 'en'],
        ['/de/dashboard/tickets/new', 'de'],
      ] as const) {
        const refused = await server.ask(path, {
          cookie,
          method: 'POST',
          headers: { 'Content-Type': type },
          body,
        })
        expect(refused.status).toBe(403)
        expect(textOf(refused.text)).toContain(words[language].refusal.silent.text)
        expect(elements(refused.text, 'textarea').map(({ text }) => text)).toEqual([
          'Two cakes <b>',
        ])
      }
    },
  )

  test('gets a page for what is no form or too much', async () => {
    const { cookie } = await server.signUp()
    for (const [type, body] of [
      ['application/json', '{}'],
      ['application/x-www-form-urlencoded', `body=${'a'.repeat(3_000_000)}`],
    ] as const) {
      const asked = { cookie, method: 'POST', headers: { 'Content-Type': type }, body }
      expect((await server.ask('/dashboard', asked)).status).toBe(403)
    }
  })
})

describe('Somebody with a text browser', () => {
  const folder = temporaryFolder()
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  test(
    'looks, puts something in the cart, changes how many and takes it out again',
    through('lynx'),
    async () => {
      const lynx = openLynx(folder)
      const shop = `${server.origin}/shop`
      const item = `${shop}?item=house-coffee`
      // Slashes look for a word, and what is found can be pressed.
      await lynx.type(shop, ['/House blend', enter, enter, '/Add to cart', enter, enter])
      expect(await lynx.read(shop)).toContain('House blend, 250 g €7.90')
      await lynx.type(item, [
        '/Remove',
        enter,
        { key: 'Up Arrow' },
        { key: 'Up Arrow' },
        enter,
        { key: '^U' },
        '3',
        { key: 'Down Arrow' },
        enter,
      ])
      expect(await lynx.read(item)).toContain('House blend, 250 g €23.70 3 × €7.90')
      await lynx.type(item, ['/Remove', enter, enter])
      expect(await lynx.read(shop)).toContain('Your cart is empty.')
    },
  )

  test('looks, fills the cart, orders, and reads how to pay', through('w3m'), async () => {
    const { press, fill } = keys
    const page = await throughW3m(folder, `${server.origin}/shop`, [
      press('House blend'),
      press('Add to cart'),
      press('Checkout'),
      fill('E-mail address', 'wanda@example.com'),
      fill('^Name', 'Wanda Dreimann'),
      fill('Street', 'Weg 3'),
      fill('Postcode', '12345'),
      fill('Town', 'Ort'),
      press('Order with obligation'),
    ])
    const {
      orders: [placed, ...others],
    } = await server.services.orders.list('all', 2)
    expect(others).toEqual([])
    expect(placed).toMatchObject({
      email: 'wanda@example.com',
      address: { name: 'Wanda Dreimann', street: 'Weg 3', postcode: '12345', city: 'Ort' },
      lines: [{ productId: 'house-coffee', quantity: 1 }],
      state: 'awaiting-payment',
    })
    for (const word of [`Order no. ${placed?.number}`, 'IBAN', '€12.80', 'House blend, 250 g ']) {
      expect(page).toContain(word)
    }
  })

  test(
    'withdraws from a contract in two steps, and reads the receipt',
    through('w3m'),
    async () => {
      const { press, fill } = keys
      const page = await throughW3m(folder, `${server.origin}/shop`, [
        press('Withdraw from'),
        fill('^Name', 'Wanda Dreimann'),
        fill('Order number', 'No. 1001'),
        fill('E-mail address', 'wanda@example.com'),
        press('Continue to confirmation'),
        press('Confirm withdrawal'),
      ])
      for (const word of ['Your withdrawal has arrived', 'Wanda Dreimann', 'No. 1001']) {
        expect(page).toContain(word)
      }
    },
  )
})
