import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/app'
import { enter, openLynx } from '../support/lynx'
import { dumpers, hasPrograms } from '../support/programs'
import { openTestServer, type TestServer, words } from '../support/test-server'
import { keys, throughW3m } from '../support/w3m'

// `script` lends them a terminal.
const browsers = { lynx: hasPrograms('lynx', 'script'), w3m: hasPrograms('w3m', 'script') }

for (const [name, there] of Object.entries(browsers)) {
  if (!there)
    console.warn(`NOT TESTED: there is no ${name} here, so it did not go through the shop.`)
}

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

  test.runIf(hasPrograms(program)).each([
    ['/login', words.en.login.heading, [auth.userDisabled, errors.general]],
    ['/chat', words.en.chat.first, [outbox.again, outbox.back, 'is typing']],
  ])('on %s nothing that only a script may say', async (path, said, unsaid) => {
    const { stdout } = await run(program, [...options, server.origin + path])
    const text = stdout.replace(/\s+/g, ' ')
    expect(text).toContain(said)
    for (const sentence of unsaid) expect(text).not.toContain(sentence)
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

  test.runIf(browsers.lynx)(
    'looks, puts something in the cart, changes how many and takes it out again',
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

  test.runIf(browsers.w3m)('looks, fills the cart, orders, and reads how to pay', async () => {
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

  test.runIf(browsers.w3m)(
    'withdraws from a contract in two steps, and reads the receipt',
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
