import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linksIn, textOf } from '../support/html'
import { minute, type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'

const { visitor } = words.en.tickets
const email = 'kaethe@example.com'
const room = '/dashboard/tickets'

let server: TestServer
let owner: Owner
let neighbour: Owner

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  neighbour = await server.signUp()
})
afterAll(() => server.close())

async function begin(body: string, address: string, { desk }: Owner) {
  const form = { key: randomUUID(), body, email: address }
  await server.ask(`/chat?desk=${desk.publicKey}`, { form })
  server.clock.forward(minute)
}

async function buy(address: string) {
  const cookie = await fillCart(server, { 'house-coffee': 1 })
  await order(server, cookie, await openCheckout(server, cookie), { email: address })
}

/** What is beside a ticket: its text and where it leads. */
async function beside(number: number, whose: Owner) {
  const { text } = await server.ask(`${room}?ticket=${number}`, whose)
  const [, part = ''] =
    /<details class="visitor">((?:<details.*?<\/details>|.)*?)<\/details>/s.exec(text) ?? []
  const [own, ...links] = linksIn(part)
  if (!own) return { text: textOf(part), links }
  // Where there is an address, one may write to it again.
  expect(own).toMatch(/^mailto:/)
  expect(links[0]).toBe(`${room}/new?ticket=${number}`)
  return { text: textOf(part), links: links.slice(1) }
}

it('shows the other conversations and orders of an e-mail address, to the shop’s owner', async () => {
  await begin('First question', email, owner)
  await begin('Second question', email.toUpperCase(), owner)
  await begin('Somebody else', `x${email}`, owner)
  await begin('Without an address', '', owner)
  await begin('At the neighbour’s', email, neighbour)
  await begin('There again', email, neighbour)
  await buy(email)
  await buy(`x${email}`)

  const first = await beside(1, owner)
  expect(first.text).toContain(`2 · Second question ${words.en.tickets.state.open}`)
  expect(first.text).toContain(visitor.orders)
  expect(first.links).toEqual([
    '/dashboard/orders?list=all&order=1001',
    `${room}?state=all&ticket=2`,
  ])
  expect((await beside(2, owner)).text).toContain('1 · First question')
  expect((await beside(3, owner)).links).toEqual(['/dashboard/orders?list=all&order=1002'])
  expect((await beside(4, owner)).links).toEqual([])
})

it('shows no orders and no foreign conversations at another desk', async () => {
  const { text, links } = await beside(1, neighbour)
  expect(links).toEqual([`${room}?state=all&ticket=2`])
  expect(text).not.toContain(visitor.orders)
})

it('shows three conversations and two orders, and leads to the search for all', async () => {
  for (const each of ['Three', 'Four', 'Five']) await begin(each, email, owner)
  for (let bought = 1; bought <= 2; bought += 1) await buy(email)
  const { links } = await beside(1, owner)
  expect(links).toHaveLength(7)
  const all = links.filter((href) => href.includes('?q='))
  expect(all).toEqual([
    '/dashboard/orders?q=kaethe%40example.com',
    `${room}?q=kaethe%40example.com`,
  ])
  const found = await server.ask(all[1] ?? '', owner)
  for (const each of ['First question', 'Second question', 'Five'])
    expect(textOf(found.text)).toContain(each)
})
