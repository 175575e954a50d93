import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTicket } from '~/domain/tickets/conversations'
import { localizedPath } from '~/i18n/addresses'
import { formatRecent } from '~/i18n/formats'
import { exampleOrder } from '../contracts/examples'
import { elements } from '../support/html'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer
let owner: Owner
let colleague: Owner

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  colleague = await server.join(owner.desk, 'colleague')
  const guest = { name: 'Vera Müller', email: 'vera@example.com', locale: 'de' } as const
  const keys = { startKey: 's'.repeat(32), secretHash: 'h'.repeat(43) }
  const start = { ...guest, ...keys, deskId: owner.desk.id, body: 'Haben Sie Tassen?' }
  await startTicket(server.services, start, server.clock.now)
})
afterAll(() => server.close())

async function found(q: string, by = owner, language: 'en' | 'de' = 'en') {
  const path = localizedPath(`/dashboard/search?q=${encodeURIComponent(q)}`, language)
  const { status, text } = await server.ask(path, by)
  expect(status).toBe(200)
  const main = text.slice(text.indexOf('<main'))
  return {
    text: main,
    links: elements(main, 'a').map(({ attributes: { href } }) => href),
  }
}

it('the search of the desk finds a ticket by its number, its guest by name or address, and rooms', async () => {
  for (const q of ['1', '#1'])
    expect((await found(q)).links).toContain('/dashboard/tickets?ticket=1')
  expect((await found('tassen')).links).toContain('/dashboard/tickets?ticket=1&found=1#m-1')
  for (const q of ['Vera', 'mueller', 'vera@example.com'])
    expect((await found(q)).links).toContain('/dashboard/tickets?q=vera%40example.com')
  const rooms = await found('einst', owner, 'de')
  expect(rooms.links).toContain('/de/dashboard/settings')
  expect(rooms.text).toContain(words.de.found.count_one.replace('{{count}}', '1'))
  expect((await found('zeppelin')).text).toContain(words.en.found.nothing)
})

it('the search of the desk puts a guest of the name before those whose messages hold it', async () => {
  const { services, clock } = server
  const from = { locale: 'de', deskId: owner.desk.id } as const
  const keys = { startKey: 't'.repeat(32), secretHash: 'i'.repeat(43) }
  const start = { ...from, ...keys, name: 'Jo', email: 'jo@example.com' }
  const body = 'Frau Müller sucht die Einstellungen'
  await startTicket(services, { ...start, body }, clock.now)
  for (const q of ['Vera', 'müll']) {
    expect((await found(q)).links.find((link) => link?.includes('ticket='))).toBe(
      '/dashboard/tickets?ticket=1',
    )
  }
  const { links } = await found('müll')
  expect(links).toContain('/dashboard/tickets?ticket=2&found=1#m-1')
  const rooms = await found('einst', owner, 'de')
  const [room, ticket] = ['settings', 'tickets?ticket=2&found=1#m-1'].map((path) =>
    rooms.links.indexOf(`/de/dashboard/${path}`),
  )
  expect(room).toBeLessThan(ticket ?? 0)
})

it('the search of the desk without words leads to the rooms that its member may enter', async () => {
  expect((await found('')).links).toContain('/dashboard/company')
  const paths = (await found('', colleague)).links.map((link) => link?.split('?', 1)[0])
  expect(paths).toContain('/dashboard/tickets')
  expect(paths).not.toContain('/dashboard/company')
})

it('the search of another desk finds nothing of this one', async () => {
  const stranger = await server.signUp()
  for (const q of ['1', 'Vera', 'tassen'])
    expect((await found(q, stranger)).text).toContain(words.en.found.nothing)
})

it('the search of the desk finds a ticket with the words found, marked, and one time', async () => {
  const { services, clock } = server
  const keys = { startKey: 'u'.repeat(32), secretHash: 'j'.repeat(43) }
  const start = {
    locale: 'en' as const,
    deskId: owner.desk.id,
    ...keys,
    name: 'Una',
    email: 'una@example.com',
  }
  await startTicket(services, { ...start, body: 'A question' }, clock.now)
  const { tickets } = await services.tickets.list(owner.desk.id, { order: 'newest' }, 1)
  const number = tickets[0]?.number ?? 0
  const said = { intent: 'note', key: 'v'.repeat(32), body: 'They want <marzipan> for Sunday' }
  await server.ask(`/dashboard/tickets?ticket=${number}`, { ...owner, form: said })
  for (const language of ['en', 'de'] as const) {
    const { text } = await found('marzipan', owner, language)
    const line = elements(text, 'li').find((each) => each.text.includes('Una'))?.text ?? ''
    expect(line).toContain('They want <marzipan> for Sunday')
    expect(text).toContain('<mark>marzipan</mark>')
    const [link = ''] = elements(text, 'a').flatMap(({ attributes: { href = '' } }) =>
      href.includes(`ticket=${number}`) ? [href] : [],
    )
    const [path = '', id] = link.split('#')
    const marked = elements((await server.ask(path, owner)).text, 'li').filter(({ attributes }) =>
      attributes.class?.split(' ').includes('found'),
    )
    expect(marked.map(({ attributes }) => attributes.id)).toEqual([id])
    expect(marked[0]?.text).toContain('They want <marzipan> for Sunday')
    expect(line).not.toContain('A question')
    const time = formatRecent(clock.now, clock.now, language, owner.desk.timeZone)
    expect(line.split(time)).toHaveLength(2)
  }
  expect((await found('una@')).text).toContain('A question')
})

it('the search of the desk leads to what can be done with the one ticket of a number', async () => {
  const { links } = await found('#1')
  const ticket = '/dashboard/tickets?ticket=1'
  for (const part of ['#body', '#date', '#tags', '#mergeWith', '#visitorName', '&print=1']) {
    const link = ticket + part
    expect(links).toContain(link)
    const [path = '', id] = link.split('#')
    const page = await server.ask(path, owner)
    if (id) expect(page.text).toContain(`id="${id}"`)
  }
  expect(links).toContain('/dashboard/tickets/new?ticket=1')
  expect((await found('tassen')).links).not.toContain(`${ticket}#body`)
  expect((await found('Nr. 1', owner, 'de')).links).toContain(`/de${ticket}#body`)
})

it('the search of the desk finds a number with its sign alone, but for words where nothing has it', async () => {
  const { services, clock } = server
  const keys = { startKey: 'n'.repeat(32), secretHash: 'n'.repeat(43) }
  const start = {
    locale: 'de',
    deskId: owner.desk.id,
    name: 'Nele',
    email: 'nele@example.com',
  } as const
  const body = 'Noch 1 Tasse, Artikel 777'
  const { ticket } = await startTicket(services, { ...start, ...keys, body }, clock.now)
  const own = `/dashboard/tickets?ticket=${ticket.number}&found=1#m-1`
  expect((await found('1')).links).toContain(own)
  expect((await found('#1')).links).not.toContain(own)
  expect((await found('#777')).links).toContain(own)
})

it('the search of the desk finds the sections of the settings that its member has', async () => {
  const hours = '/dashboard/settings/hours'
  expect((await found('hours')).links).toContain(hours)
  expect((await found('feiert', owner, 'de')).links).toContain('/de/dashboard/settings/exceptions')
  expect((await found('hours', colleague)).links).not.toContain(hours)
  expect((await found('plan')).links).not.toContain('/dashboard/settings/plan')
  expect((await found('')).links).not.toContain(hours)
})

it('the search of the desk puts an order before a ticket that only holds its number', async () => {
  const { services, clock } = server
  const placed = await services.orders.place(exampleOrder('sought'), {})
  if (placed.kind !== 'placed') throw new Error('Nothing was ordered')
  const { number } = placed.order
  const from = { locale: 'de', deskId: owner.desk.id } as const
  const keys = { startKey: 'u'.repeat(32), secretHash: 'j'.repeat(43) }
  const start = { ...from, ...keys, name: 'Jo', email: 'jo@example.com' }
  await startTicket(services, { ...start, body: `Wo bleibt Bestellung ${number}?` }, clock.now)
  const firstOf = async (q: string) =>
    (await found(q)).links.find((link) => /(order|ticket)=/.test(link ?? ''))
  for (const q of [`${number}`, `Nr. ${number}`])
    expect(await firstOf(q)).toBe(`/dashboard/orders?list=all&order=${number}`)
  expect(await firstOf('1')).toBe('/dashboard/tickets?ticket=1')
})

it('The search of the desk finds parts of its rooms by their names and other words, and its products', async () => {
  for (const [q, part] of [
    ['Versand', 'shelf/shipping'],
    ['Impressum', 'company#texts'],
    ['Bankkonto', 'company?bank'],
    ['iban', 'company?bank'],
    ['Logo', 'home#mark'],
    ['Farbe', 'embed#look'],
    ['postage', 'shelf/shipping'],
    ['Hausmischung', 'shelf/product?product=house-coffee'],
  ]) {
    const { links } = await found(q ?? '', owner, 'de')
    expect(links, q).toContain(`/de/dashboard/${part}`)
    const theirs = await found(q ?? '', colleague, 'de')
    expect(theirs.links, q).not.toContain(`/de/dashboard/${part}`)
  }
})
