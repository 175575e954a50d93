import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownBuckets } from '~/domain/limits/rate-limits'
import { writeAsVisitor } from '~/domain/tickets/conversations'
import { localizedPath } from '~/i18n/addresses'
import { withLimits } from '../support/app'
import { elements } from '../support/html'
import { hour, type Owner, openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer
let ada: Owner
let ben: Owner

beforeAll(async () => {
  server = await openTestServer()
  ada = await server.signUp()
  ben = await server.join(ada.desk, 'colleague')
  await server.services.members.rename(ben.desk.ownerUid, 'Ben Müller')
})
afterAll(() => server.close())

async function begin(desk = ada.desk): Promise<number> {
  await server.begin('Is the oven hot?', desk.publicKey)
  const { tickets } = await server.services.tickets.list(desk.id, { order: 'newest' }, 1)
  return tickets[0]?.number ?? 0
}

const ticket = (number: number) => `/dashboard/tickets?ticket=${number}`

function send(by: Owner, number: number, intent: string, body: string, key: string = randomUUID()) {
  return server.ask(ticket(number), { ...by, form: { intent, key, body } })
}

/** The rows of a list, as they read. */
async function rows(by: Owner, path = '/dashboard/tickets'): Promise<string[]> {
  const { text } = await server.ask(path, by)
  return linksIn(text.slice(text.indexOf('class="ledger"')).split('</ul>')[0])
}

/** The lists that the page leads to. */
async function lists(by: Owner, path = '/dashboard/tickets'): Promise<string[]> {
  const { text } = await server.ask(path, by)
  return text
    .split('class="states"')
    .slice(1)
    .flatMap((part) => linksIn(part.split('</nav>')[0]))
}

const linksIn = (html = '') => elements(html, 'a').map(({ text }) => text)

async function written(by: Owner, number: number): Promise<string> {
  const { text } = await server.ask(ticket(number), by)
  return elements(text, 'textarea').find(({ attributes }) => attributes.name === 'body')?.text ?? ''
}

it('a draft comes back in its ticket, is marked in lists and has one of its own, for its member alone', async () => {
  const number = await begin()
  const kept = await send(ada, number, 'draft', 'Dear Vera, it is')
  expect(kept.status).toBe(200)
  expect(kept.text).toContain(words.en.notices.draftKept)
  expect(await written(ada, number)).toBe('Dear Vera, it is')
  expect((await rows(ada)).at(-1)).toContain(words.en.ledger.draft)
  const path = localizedPath('/dashboard/tickets?whose=drafts', 'de')
  expect(await rows(ada, path)).toHaveLength(1)
  expect((await rows(ada, path))[0]).toContain(words.de.ledger.draft)
  expect((await rows(ada, path))[0]).toContain('Dear Vera, it is')
  expect((await rows(ada, path))[0]).not.toContain('Is the oven hot?')
  expect(await lists(ada, path)).toContain(`${words.de.history.whose.drafts} 1`)
  expect(await written(ben, number)).toBe('')
  expect((await rows(ben)).join()).not.toContain(words.en.ledger.draft)
  expect((await lists(ben)).join()).not.toContain(words.en.history.whose.drafts)
  await send(ada, number, 'draft', '')
  expect(await written(ada, number)).toBe('')
  const { text } = await server.ask('/dashboard/tickets?whose=drafts', ada)
  expect(text).toContain(words.en.history.whose.nothing.drafts)
})

it('a draft is none once it is sent, even if it is kept late', async () => {
  const number = await begin()
  const key = randomUUID()
  await send(ada, number, 'draft', 'It is', key)
  expect((await send(ada, number, 'reply', 'It is open', key)).status).toBe(303)
  expect(await written(ada, number)).toBe('')
  await send(ada, number, 'draft', 'It is', key)
  expect(await written(ada, number)).toBe('')
  expect((await lists(ada)).join()).not.toContain(words.en.history.whose.drafts)
})

it('a draft moves with its ticket into another', async () => {
  const [into, from] = [await begin(), await begin()]
  await send(ada, from, 'draft', 'For both')
  const form = { intent: 'confirm-merge', key: randomUUID(), mergeWith: String(into) }
  expect((await server.ask(ticket(from), { ...ada, form })).status).toBe(303)
  expect(await written(ada, into)).toBe('For both')
})

it('a draft is kept whatever its page says was read', async () => {
  const number = await begin()
  for (const seen of ['1e300', '-1', '1.5', '9007199254740993', 'NaN']) {
    const form = { intent: 'draft', key: randomUUID(), body: seen, seen }
    expect((await server.ask(ticket(number), { ...ada, form })).status).toBe(200)
    expect(await written(ada, number)).toBe(seen)
  }
})

it('a draft of a ticket that is not there is refused', async () => {
  expect((await send(ada, 999, 'draft', 'Nowhere')).status).toBe(404)
  expect((await send(ada, await begin(), 'draft', 'No key', '')).status).toBe(400)
})

it('a member whom a note mentions finds its ticket in a list, whatever its state', async () => {
  expect((await lists(ben)).join()).not.toContain(words.en.history.whose.mentions)
  const [first, second] = [await begin(), await begin()]
  await send(ada, first, 'note', 'Do you know, @Ben?')
  server.clock.forward(60_000)
  await send(ada, second, 'note', 'And this, @Ben')
  await send(ada, second, 'solve', '')
  const { mentions } = words.en.history.whose
  expect(await lists(ben)).toContain(`${mentions} 2`)
  const overview = async (by: Owner) => (await server.ask('/dashboard', by)).text
  const told = words.en.overview.mentioned_other.replace('{{count}}', '2')
  expect(await overview(ben)).toContain(told)
  expect(await overview(ben)).toContain('whose=mentions')
  for (const [number, left] of [
    [first, `${mentions} 1`],
    [second, mentions],
  ] as const) {
    await server.ask(`/live?ticket=${number}&seen=9`, { ...ben, form: {} })
    expect(await lists(ben)).toContain(left)
  }
  expect((await lists(ada)).join()).not.toContain(words.en.history.whose.mentions)
  for (const by of [ada, ben]) expect(await overview(by)).not.toContain('whose=mentions')
  const found = await rows(ben, '/dashboard/tickets?whose=mentions')
  expect(found.map((row) => Number.parseInt(row, 10))).toEqual([second, first])
  expect(found[0]).toContain(words.en.tickets.state.done)
  const by = words.en.ledger.by.replace('{{name}}', words.en.people.nameless)
  expect(found.map((row) => row.includes(`${by} Do you know, @Ben?`))).toEqual([false, true])
  expect(found[0]).toContain(`${by} And this, @Ben`)
})

it('a row of what is answered has the answer and its writer, until its guest writes or it is taken back', async () => {
  const number = await begin()
  const answered = '/dashboard/tickets?state=waiting'
  const rowOf = async (by: Owner, path = answered) => {
    return (await rows(by, path)).find((row) => row.startsWith(`${number} ·`)) ?? ''
  }
  await send(ben, number, 'reply', 'Not before ten')
  const own = localizedPath(answered, 'de')
  expect(await rowOf(ben, own)).toContain(`${words.de.ledger.you}: Not before ten`)
  expect(await rowOf(ada)).toContain('Ben: Not before ten')
  expect(await rowOf(ada)).not.toContain('Is the oven hot?')
  await send(ada, number, 'note', 'Ask again')
  expect(await rowOf(ada)).toContain('Ben: Not before ten')
  await send(ben, number, 'solve', '')
  expect(await rowOf(ada, '/dashboard/tickets?state=done')).toContain('Ben: Not before ten')
  const { services, clock } = server
  const scope = { deskId: ada.desk.id, number }
  const ticketOf = () => services.tickets.find(scope)
  const { secretHash = '' } = (await ticketOf()) ?? {}
  await writeAsVisitor(
    services,
    secretHash,
    { clientKey: 'again', body: 'And now?', locale: 'en' },
    clock.now,
  )
  expect(await ticketOf()).toMatchObject({ latest: 'And now?' })
  expect((await ticketOf())?.latestBy).toBeUndefined()
})

it('a desk of one has its drafts in a list, and no mentions', async () => {
  const alone = await server.signUp()
  const number = await begin(alone.desk)
  expect(await lists(alone)).not.toContain(words.en.history.whose.all)
  await send(alone, number, 'draft', 'Soon')
  const shown = await lists(alone)
  expect(shown.slice(0, 2)).toEqual([
    words.en.history.whose.all,
    `${words.en.history.whose.drafts} 1`,
  ])
})

it('a list is compact for a member who chose so, until they choose otherwise', async () => {
  const isCompact = async (by: Owner) =>
    (await server.ask('/dashboard/tickets', by)).text.includes('class="desk-page compact"')
  const choose = (compact: object) =>
    server.ask('/dashboard/profile', { ...ben, form: { intent: 'save-lists', ...compact } })
  expect((await choose({ compact: 'on' })).status).toBe(303)
  expect(await isCompact(ben)).toBe(true)
  expect(await isCompact(ada)).toBe(false)
  const { text } = await server.ask('/dashboard/profile', ben)
  const box = elements(text, 'input').find(({ attributes }) => attributes.name === 'compact')
  expect(box?.attributes).toHaveProperty('checked')
  await choose({})
  expect(await isCompact(ben)).toBe(false)
})

it('a draft that a script sends where nobody is signed in is answered, and leads nowhere', async () => {
  const form = { intent: 'draft', key: randomUUID(), body: 'Nobody’s' }
  const path = `/dashboard/tickets.data?ticket=${await begin()}`
  const led = await server.ask(path, { form })
  expect([led.status, led.text.includes('/login')]).toEqual([202, true])
  const answered = await server.ask(`${path}&unattended`, { form })
  expect(answered.status).toBe(401)
  expect(answered.text).toContain(words.en.errors.unattended.signedOut)
  expect([answered.text.includes('/login'), answered.setCookies]).toEqual([false, []])
  const foreign = { ...form, account: 'somebody-else' }
  const refused = await server.ask(`${path}&unattended`, { ...ben, form: foreign })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain(words.en.errors.unattended.refused)
})

it('drafts of a member are kept 1,500 times an hour, and then refused with what was typed', async () => {
  const counted = await openTestServer({ limited: withLimits })
  const member = await counted.signUp()
  await counted.begin('Is the oven hot?')
  const { services, clock } = counted
  const who = { account: ` ${member.desk.ownerUid}` }
  for (let each = 0; each < 1_499; each += 1)
    await services.rateLimits.consume(ownBuckets('draft', who), clock.now)
  const keep = () =>
    counted.ask(ticket(1), {
      ...member,
      form: { intent: 'draft', key: randomUUID(), body: 'Half a thought' },
    })
  expect((await keep()).status).toBe(200)
  const refused = await keep()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('3600')
  expect(elements(refused.text, 'textarea').map(({ text }) => text)).toContain('Half a thought')
  clock.forward(hour)
  expect((await keep()).status).toBe(200)
  await counted.close()
})
