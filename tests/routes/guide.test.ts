import { afterAll, beforeAll, expect, it } from 'vitest'
import { tradeName } from '../../app/domain/legal/trade-name'
import { homeParts } from '../../app/domain/site/home'
import { elements, field, linksIn, textOf } from '../support/html'
import { legal } from '../support/legal'
import { openTestServer, type TestServer, words } from '../support/test-server'

const {
  overview: { guide },
} = words.en

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

function progress(done: number, all = 5): string {
  return guide.done.replace('{{done}}', String(done)).replace('{{all}}', String(all))
}

it('the site’s owner is led through the shop, too', async () => {
  const owner = await server.signUp()
  const { text } = await server.ask('/dashboard', owner)
  // The operator's file has the legal texts, and opens the shop with them.
  expect(textOf(text)).toContain(progress(0, 9))
  expect(field(text, 'name').value).toBe(tradeName(legal.company.name))
  // One step leads to the room Company, and to what is next there.
  expect(textOf(text)).toContain(progress(3, 5))
  const addresses = ['home', 'company', 'shelf/shipping', 'embed']
  expect(linksIn(text)).toEqual(
    expect.arrayContaining(addresses.map((address) => `/dashboard/${address}`)),
  )
  await server.ask('/dashboard/shelf', { ...owner, form: { intent: 'remove-samples' } })
  const shop = textOf((await server.ask('/shop')).text)
  expect(shop).toContain(words.en.shop.nothingYet)
  expect(shop).not.toContain(words.en.shop.nothingHint)
  const home = async () => (await server.ask('/dashboard/home', owner)).text
  expect(textOf(await home())).toContain(words.en.site.keep)
  const keep = { intent: 'keep' }
  const [before, stranger] = [await server.services.site.read(), await server.signUp()]
  expect((await server.ask('/dashboard/home', { ...stranger, form: keep })).status).toBe(404)
  expect((await server.ask('/dashboard/home', { form: keep })).location).toContain('/login')
  expect(await server.services.site.read()).toEqual(before)
  for (const _ of ['once', 'sent again']) {
    await server.ask('/dashboard/home', { ...owner, form: keep })
    expect(homeParts(await server.services.site.read())).toEqual(homeParts(before))
  }
  expect(textOf(await home())).not.toContain(words.en.site.keep)
  expect(wayOn(await home())?.look).toBe('button')
  expect(textOf((await server.ask('/dashboard', owner)).text)).toContain(progress(1, 9))

  // Then a sentence and a picture of the place, which guests see.
  const headline = '/dashboard/home?part=headline'
  expect(wayOn(await home())?.text).toBe(leading('sentence'))
  expect(linksIn(await home())).toContain(headline)
  const { text: asked } = await server.ask(headline, owner)
  const seen = field(asked, 'seen').value ?? ''
  const sentence = { intent: 'save', seen, textEn: 'Bread from the wood oven.', textDe: '' }
  expect((await server.ask(headline, { ...owner, form: sentence })).status).toBe(303)
  const written = (await server.ask(headline, owner)).text
  expect(wayOn(written)).toEqual({ text: leading('picture'), look: 'button' })
  expect(textOf((await server.ask('/dashboard', owner)).text)).toContain(progress(2, 9))
  const picture = { id: 'a'.repeat(32), alt: { en: 'The oven' } }
  const show = (on: boolean) =>
    server.services.site.change((site) => ({
      settings: {
        ...site,
        home: homeParts(site).map((part) =>
          part.name === 'picture' ? { ...part, on, picture } : part,
        ),
      },
    }))
  for (const [on, done] of [
    [false, 2],
    [true, 3],
  ] as const) {
    await show(on)
    expect(textOf((await server.ask('/dashboard', owner)).text)).toContain(progress(done, 9))
  }
  expect(textOf((await server.ask('/')).text)).toContain('Bread from the wood oven.')
})

it('the first visit leads through what is to be done, and ticks what is', async () => {
  const owner = await server.signUp()
  const first = await server.ask('/dashboard', owner)
  expect(textOf(first.text)).toContain(progress(0))
  expect(field(first.text, 'name').value).toBe('')
  expect(textOf(first.text).split(words.en.overview.nameHint)).toHaveLength(2)
  const { figures, nobodyYet } = words.en.overview
  expect(textOf(first.text)).toContain(nobodyYet)
  const [heading] = elements(first.text, 'h1')
  expect(heading?.text).toBe(guide.heading)
  expect(textOf(first.text)).not.toContain(figures.caption)
  const chat = `/chat?desk=${owner.desk.publicKey}`
  expect(linksIn(first.text)).toContain(chat)
  await server.ask('/dashboard?index', { ...owner, form: { name: 'Käthe & Söhne' } })
  await server.begin('Only trying', owner.desk.publicKey)
  const later = await server.ask('/dashboard', owner)
  expect(textOf(later.text)).toContain(progress(2))
  expect(elements(later.text, 'h1')[0]?.text).toBe(words.en.overview.waitingHeading_one)
  expect(textOf(later.text)).toContain(guide.hints.greeting)
  expect(textOf(later.text)).toContain(figures.caption)
})

it('a colleague is sent neither steps nor plans', async () => {
  const owner = await server.signUp()
  const colleague = await server.join(owner.desk, 'colleague')
  const sent = async (cookie: string) => (await server.ask('/dashboard.data', { cookie })).text
  for (const name of ['greeting', 'conversationsPerMonth']) {
    expect(await sent(owner.cookie)).toContain(name)
    expect(await sent(colleague.cookie)).not.toContain(name)
  }
})

it('the owner can put the guide away, for good and for one desk', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()]
  const form = { intent: 'put-guide-away' }
  const put = await server.ask('/de/dashboard?index', { ...owner, form })
  expect(put).toMatchObject({ status: 303, location: '/de/dashboard' })
  expect(textOf((await server.ask('/dashboard', owner)).text)).not.toContain(guide.heading)
  expect(textOf((await server.ask('/dashboard', other)).text)).toContain(guide.heading)
})

it('each step leads to the next, the main way on once it is saved, and all done to what visitors see', async () => {
  const owner = await server.signUp()
  const room = async (address: string) => (await server.ask(`/dashboard${address}`, owner)).text
  const [greet, hours] = ['/settings/greeting', '/settings/hours']
  expect(linksIn(await room(''))).toContain(`/dashboard${greet}`)
  expect(wayOn(await room(greet))).toEqual({ text: leading('hours'), look: 'button second' })
  const greeting = { intent: 'save-greeting', greetingEn: 'Hello', greetingDe: '' }
  const greeted = await server.ask(`/dashboard${greet}`, { ...owner, form: greeting })
  expect(greeted.location).toBe(`/dashboard${greet}#greeting-heading`)
  expect(wayOn(await room(greet))).toEqual({ text: leading('hours'), look: 'button' })
  expect(linksIn(await room(greet))).toContain(`/dashboard${hours}`)
  const week = (from: string, to: string) => ({
    intent: 'save-hours',
    timeZone: 'Europe/Berlin',
    'day-0-0-from': from,
    'day-0-0-to': to,
  })
  for (const [from, to, look] of [
    ['', '', 'button second'],
    ['9:00', '18:00', 'button'],
  ] as const) {
    const opened = await server.ask(`/dashboard${hours}`, { ...owner, form: week(from, to) })
    expect(opened.location).toBe(`/dashboard${hours}#hours-heading`)
    expect(wayOn(await room(hours))).toEqual({ text: leading('embed'), look })
  }
  // Its second step is still to be done.
  expect(wayOn(await room('/embed'))).toEqual({ text: leading('chat'), look: 'button second' })
  const sites = { intent: 'save-sites', origins: 'https://shop.example' }
  await server.ask('/dashboard/embed', { ...owner, form: sites })
  expect(wayOn(await room('/embed'))).toEqual({ text: leading('chat'), look: 'button' })
  await server.ask('/dashboard?index', { ...owner, form: { name: 'Käthe & Söhne' } })
  await server.begin('Only trying', owner.desk.publicKey)
  for (const address of ['/embed', hours]) {
    expect(wayOn(await room(address))).toEqual({ text: leading('overview'), look: 'button second' })
  }
  expect(textOf(await room(''))).toContain(guide.complete)
  await server.begin('A question', owner.desk.publicKey)
  expect(textOf(await room(''))).not.toContain(guide.complete)
})

it('its last press shows what visitors see, and ends the guide', async () => {
  const owner = await server.signUp()
  const form = { intent: 'see-as-visitor' }
  const location = `/de/chat?desk=${owner.desk.publicKey}`
  for (const _ of ['once', 'sent again']) {
    const seen = await server.ask('/de/dashboard?index', { ...owner, form })
    expect(seen).toMatchObject({ status: 303, location })
  }
  expect(textOf((await server.ask('/dashboard', owner)).text)).not.toContain(guide.heading)
  const colleague = await server.join(owner.desk, 'colleague')
  expect((await server.ask('/dashboard?index', { ...colleague, form })).status).toBe(403)
  expect((await server.ask('/dashboard?index', { form })).location).toContain('/login')
})

function leading(step: keyof typeof words.en.guide.parts): string {
  return words.en.guide.next.replace('{{part}}', words.en.guide.parts[step])
}

function wayOn(text: string) {
  const [begin = ''] = words.en.guide.next.split('{{part}}')
  const link = elements(text, 'a').find((each) => each.text.startsWith(begin))
  return link && { text: link.text, look: link.attributes.class }
}
