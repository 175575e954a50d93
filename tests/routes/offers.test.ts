import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { linksIn, textOf } from '../support/html'
import {
  newEmail,
  type Owner,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'
import { fillCart } from '../support/till'
import { mailsIn } from '../support/written-mails'

let server: TestServer
let owner: Owner

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
})
afterAll(() => server.close())

const room = '/dashboard/home'
const send = (intent: string, { cookie } = owner) =>
  server.ask(room, { cookie, form: { intent, place: 'offers' } })

/** The heading of the sample's chapter on plans. */
const chapter = { en: 'Plans and add-ons', de: 'Tarife und Zusätze' }

/** Where guests meet what a site offers to other businesses. */
async function offered(language: 'en' | 'de') {
  const read = async (path: string) => (await server.ask(localizedPath(path, language))).text
  const home = await read('/')
  const sample = await server.services.legal.sample()
  return {
    footer: linksIn(home).includes(localizedPath('/signup', language)),
    signUp: linksIn(await read('/login')).includes(localizedPath('/signup', language)),
    plans: textOf(await read('/signup')).includes('Plus'),
    terms: (await read('/terms')).includes(chapter[language]),
    sample: JSON.stringify(sample.texts[language]).includes('{termination}'),
  }
}

const all = { footer: true, signUp: true, plans: true, terms: true, sample: true }
const nothing = { footer: false, signUp: false, plans: false, terms: false, sample: false }

it('A new site offers nothing to other businesses, though they may sign up', async () => {
  for (const language of languages) {
    expect(await offered(language)).toEqual(nothing)
    expect((await server.ask(localizedPath('/signup', language))).status).toBe(200)
  }
  expect(await fillCart(server, { 'desk-plus': 1 })).toBe('')
  const { text } = await server.ask('/dashboard', owner)
  expect(textOf(text)).toContain(words.en.overview.guide.steps.offers)
})

it('The owner of a site decides what it offers, and may change that', async () => {
  const { cookie } = owner
  const { offers } = words.en.site
  const asked = async () => textOf((await server.ask(room, { cookie })).text)
  expect(await asked()).toContain(offers.ask)
  const stranger = await server.signUp()
  expect((await send('offer', stranger)).status).toBe(404)
  expect((await send('offer')).location).toBe(`${room}#offers`)
  expect(await asked()).toContain(offers.on)
  for (const language of languages) expect(await offered(language)).toEqual(all)
  expect(await fillCart(server, { 'desk-plus': 1 })).toContain('cart=')
  expect((await send('offer-not')).status).toBe(303)
  expect(await asked()).toContain(offers.off)
  for (const language of languages) expect(await offered(language)).toEqual(nothing)
})

it('A site for its own business alone takes no strangers, only whom it invites, until it offers counters', async () => {
  expect((await send('offer-not')).status).toBe(303)
  for (const language of languages) {
    const path = localizedPath('/signup', language)
    expect((await server.ask(path)).status).toBe(404)
    expect((await server.ask(path, { form: { email: newEmail(), password } })).status).toBe(404)
  }
  expect((await server.ask('/sitemap.xml')).text).not.toContain('/signup')

  const email = newEmail()
  await server.ask('/dashboard/settings/people', {
    ...owner,
    form: { key: randomUUID(), intent: 'invite', email, kind: 'colleague' },
  })
  await server.runDue()
  const { text = '' } = (await mailsIn(server.folder, email)).at(-1) ?? {}
  const invitation = /\/signup\?invitation=[\w-]+/.exec(text)?.[0] ?? ''
  expect((await server.ask(invitation)).status).toBe(200)
  const joined = await server.ask(invitation, {
    form: { email, password, displayName: 'Ida Lund' },
  })
  expect(joined.status).toBe(303)

  expect((await send('offer')).status).toBe(303)
  expect((await server.ask('/signup')).status).toBe(200)
  expect((await server.signUp()).desk).toBeDefined()
})
