import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { grace, signsEvery } from '~/domain/live/presence'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import { withLimits } from '../support/app'
import { elements, textOf } from '../support/html'
import { eventNamed, type Listening, listen } from '../support/listen'
import { hour, type Owner, openTestServer, type TestServer } from '../support/test-server'

const host = 'https://shop.example'
const key = 'q8Zr2_tK0vX7mPa9LwYc4B'

let server: TestServer
let owner: Owner
let number = 0
const open: Listening[] = []

beforeAll(async () => {
  server = await openTestServer({
    limited: withLimits,
    streamRules: { heartbeatEvery: hour, watchedAfter: hour },
  })
  owner = await server.signUp()
  await server.services.embeds.save(owner.desk.id, { origins: [host] })
})
afterEach(() => {
  for (const each of open.splice(0)) each.leave()
})
afterAll(() => server.close())

async function begin() {
  number += 1
  const { secret, address } = await server.begin('One')
  return { t: secret, address }
}

async function look(query: Record<string, string>, cookie?: string) {
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const path = `/live?${new URLSearchParams(query)}`
  return (await server.ask(path, { method: 'POST', cookie, headers })).status
}

/** What a member reads beside the ticket, and where it leads; undefined while nobody looks at a page. */
async function shown(language: 'en' | 'de' = 'en', who = owner) {
  const path = localizedPath(`/dashboard/tickets?ticket=${number}`, language)
  const { text } = await server.ask(path, who)
  const [, line = ''] = /<p class="visited">(.*?)<\/p>/s.exec(text) ?? []
  const [link] = elements(line, 'a')
  return link && [textOf(line), link.attributes.href, link.attributes.rel]
}

it('A visited page of a site with the chat is shown to members until it is left', async () => {
  const { t } = await begin()
  expect(await shown()).toBeUndefined()
  const cake = { t, visited: `${host}/cake`, title: 'Cake & more' }
  expect(await look(cake)).toBe(204)
  const line = [`On: Cake & more (shop.example/cake)`, `${host}/cake`, 'noopener noreferrer']
  expect(await shown()).toEqual(line)
  expect((await shown('de'))?.[0]).toBe('Gerade auf: Cake & more (shop.example/cake)')
  server.clock.forward(signsEvery)
  expect(await look(cake)).toBe(204)
  server.clock.forward(signsEvery)
  expect(await shown()).toEqual(line)
  expect(await look({ t, visited: `${host}/bread`, title: '' })).toBe(204)
  expect((await shown())?.[0]).toBe('On: shop.example/bread')
  expect(await look({ ...cake, gone: '' })).toBe(204)
  expect((await shown())?.[0]).toBe('On: shop.example/bread')
  expect(await look({ t, visited: `${host}/bread`, title: '', gone: '' })).toBe(204)
  server.clock.forward(grace)
  expect(await shown()).toBeUndefined()
})

it('A visited page and its end are news for members who listen', async () => {
  const { t } = await begin()
  const stream = await listen(`${server.origin}/live`, { Cookie: owner.cookie })
  open.push(stream)
  await stream.until(/revision/)
  const news = async () => {
    for (;;) {
      const { data } = await eventNamed(stream, 'presence')
      if (JSON.parse(data).number === number) return JSON.parse(data)
    }
  }
  await look({ t, visited: `${host}/cake`, title: 'Cake' })
  const page = { title: 'Cake', address: `${host}/cake`, shown: 'shop.example/cake' }
  expect(await news()).toEqual({ number, page })
  const poll = async () => (await server.ask('/live?as=poll', owner)).headers.get('etag')
  const before = await poll()
  await look({ t, visited: `${host}/bread`, title: 'Bread' })
  expect((await news()).page.title).toBe('Bread')
  expect(await poll()).not.toBe(before)
  server.clock.forward(signsEvery + grace)
  const ticket = await server.services.tickets.find({ secretHash: secretHash(t) })
  const event = {
    kind: 'presence' as const,
    deskId: owner.desk.id,
    ticketId: ticket?.id ?? '',
    number,
  }
  server.services.live.publish(`desk:${owner.desk.id}`, event)
  expect(await news()).toEqual({ number, page: null })
})

it('A visited page is refused where it is a lie: another site, a script, letters without end, keys of anybody', async () => {
  const { t } = await begin()
  const refused = [
    'https://evil.example/',
    'http://shop.example/',
    'javascript:alert(1)',
    'data:text/html,<script>',
    '//evil.example/',
  ]
  for (const visited of refused) expect(await look({ t, visited, title: 'Lie' })).toBe(400)
  expect(await shown()).toBeUndefined()
  expect(await look({ t: 'of-nobody', visited: `${host}/`, title: '' })).toBe(404)
  server.clock.forward(hour)
  expect(await look({ t, visited: `${host}/${'cake/'.repeat(4_000)}`, title: '' })).toBe(414)
  const long = { visited: `${host}/${'cake/'.repeat(500)}`, title: 'ö'.repeat(500) }
  expect(await look({ t, ...long })).toBe(204)
  expect((await shown())?.[0]?.length).toBeLessThan(400)
  const title = '<script>alert(1)</script>\n\u202egnp.exe'
  expect(await look({ t, visited: `${host}/a?t=${key}#${key}`, title })).toBe(204)
  expect(await shown()).toEqual([
    'On: <script>alert(1)</script> gnp.exe (shop.example/a)',
    `${host}/a`,
    'noopener noreferrer',
  ])
  const own = `${server.origin}/chat?t=${t}&item=house-coffee`
  expect(await look({ t, visited: own, title: 'Own' })).toBe(204)
  expect((await shown())?.[0]).toBe('On: Own (/chat?item=house-coffee)')
  expect(await look({ t, visited: `${host}/reset/${key}`, title: '' })).toBe(204)
  expect((await shown())?.[0]).toBe('On: shop.example/reset/')
  const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: host }
  const path = `/live?t=${t}&visited=${host}/&title=`
  expect((await server.ask(path, { method: 'POST', headers: foreign })).status).toBe(403)
  expect(server.warnings.join()).not.toContain(key)
})

it('A visited page is one of the visitor’s own desk, not of another’s sites or the shop', async () => {
  const neighbour = await server.signUp()
  const { secret: t } = await server.begin('There', neighbour.desk.publicKey)
  expect(await look({ t, visited: `${host}/cake`, title: '' })).toBe(400)
  expect(await look({ t, visited: `${server.origin}/shop`, title: '' })).toBe(400)
})

it('A visited page is taken twenty times in ten seconds, and never once its conversation is done', async () => {
  const { t, address } = await begin()
  const signs = []
  for (let each = 0; each < 21; each += 1)
    signs.push(await look({ t, visited: `${host}/`, title: '' }))
  expect(signs.indexOf(429)).toBe(20)
  server.clock.forward(hour)
  await server.ask(address, { form: { intent: 'end' } })
  expect(await look({ t, visited: `${host}/`, title: '' })).toBe(205)
})

it('A visited page of our own belongs to the conversation that its browser remembers, and no other browser is followed', async () => {
  const reply = await server.ask('/chat', { form: { key: 'key-of-a-follower-0001', body: 'One' } })
  number += 1
  const cookie = reply.setCookies.map((each) => each.split(';', 1)[0]).join('; ')
  const scripts = async (path: string, own?: string) =>
    elements((await server.ask(path, { cookie: own })).text, 'script')
      .map(({ attributes }) => attributes.src ?? '')
      .filter((src) => src.includes('/visited-'))
  for (const path of ['/', '/de/shop', '/shop?item=house-coffee', '/imprint']) {
    expect(await scripts(path, cookie)).toHaveLength(1)
    expect(await scripts(path)).toHaveLength(0)
  }
  expect(await scripts(reply.location, cookie)).toHaveLength(0)
  const coffee = { visited: '/shop?item=house-coffee', title: 'House coffee' }
  expect(await look(coffee)).toBe(205)
  expect(await look(coffee, cookie)).toBe(204)
  expect(await shown()).toEqual([
    'On: House coffee (/shop?item=house-coffee)',
    `${server.origin}/shop?item=house-coffee`,
    'noopener noreferrer',
  ])
})

it('A visited page is refused while managers hide visited pages', async () => {
  const { t } = await begin()
  const cake = { t, visited: `${host}/cake`, title: 'Cake' }
  expect(await look(cake)).toBe(204)
  const save = async (visitedPages: string) => {
    const form = { intent: 'save-visited-pages', visitedPages }
    return (await server.ask('/dashboard/settings/privacy', { ...owner, form })).status
  }
  expect(await save('all')).toBe(400)
  expect(await save('hidden')).toBe(303)
  expect(await look(cake)).toBe(205)
  server.clock.forward(signsEvery + grace)
  expect(await shown()).toBeUndefined()
  expect(await save('shown')).toBe(303)
  expect(await look(cake)).toBe(204)
  expect((await shown())?.[0]).toBe('On: Cake (shop.example/cake)')
})
