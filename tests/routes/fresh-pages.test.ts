import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { textOf } from '../support/html'
import {
  cookieFrom,
  newEmail,
  type Owner,
  openTestServer,
  password,
  type TestServer,
  verify,
} from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'

let server: TestServer
let owner: Owner
let stranger: Owner
/** How often the shelf was read, which each rendering of it does. */
let reads = 0

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  stranger = await server.signUp()
  const cart = await fillCart(server, { 'house-coffee': 1 })
  await order(server, cart, await openCheckout(server, cart))
  const { catalogue } = server.services
  const { read } = catalogue
  const counted: typeof read = (now) => {
    reads += 1
    return read(now)
  }
  Object.assign(catalogue, { read: counted })
})
afterAll(() => server.close())

const seen = async (path: string) => textOf((await server.ask(path)).text)

/** Whether the shelf, just cached, is rendered again after this was sent, within the same second. */
async function rendersAgain(path: string, { cookie }: Owner, form: Record<string, string>) {
  await seen('/shop')
  const { status } = await server.ask(path, { cookie, form })
  const before = reads
  await seen('/shop')
  return [status, reads > before]
}

/** In each room, and what is sent there. */
const saves: [path: string, form: Record<string, string>][] = [
  ['/dashboard?index', { intent: '', name: 'Counter' }],
  ...['/dashboard', '/dashboard/tickets'].map((room): (typeof saves)[number] => [
    room,
    { intent: 'go-away', back: room },
  ]),
  ['/dashboard/tickets', { intent: 'come-back', back: '/dashboard' }],
]

describe('pages for everybody are rendered again', () => {
  it.each(saves)(
    'at once after the owner of the site has saved something at %s',
    async (...save) => {
      expect(await rendersAgain(save[0], owner, save[1])).toEqual([303, true])
    },
  )

  it('after a step of an order, which may change what is left', async () => {
    const [placed] = (await server.services.orders.list('all', 1)).orders
    const path = `/dashboard/orders?order=${placed?.number}`
    expect(await rendersAgain(path, owner, { intent: 'cancel' })).toEqual([303, true])
    expect(await rendersAgain(path, owner, { intent: 'cancel' })).toEqual([409, false])
  })

  it.each(saves)('by no other account, whatever it sends to %s', async (path, form) => {
    const [, again] = await rendersAgain(path, stranger, form)
    expect(again).toBe(false)
  })
})

it('a name that was saved is there for the next visitor, in both languages', async () => {
  for (const language of languages) {
    const home = localizedPath('/', language)
    await seen(home)
    const name = `Counter ${randomUUID()}`
    const form = { intent: '', name }
    await server.ask(localizedPath('/dashboard?index', language), { cookie: owner.cookie, form })
    expect(await seen(home)).toContain(name)
  }
})

it('the site’s counter is there as soon as its owner has verified the address', async () => {
  const other = await openTestServer()
  const home = async () => textOf((await other.ask('/')).text)
  const nobodys = await home()
  const email = newEmail()
  const cookie = cookieFrom(await other.ask('/signup', { form: { email, password } }))
  expect(await home()).toBe(nobodys)
  const account = await other.services.accounts.findByEmail(email)
  await verify(other.ask, cookie, account?.uid ?? '')
  expect(await home()).not.toBe(nobodys)
  await other.close()
})
