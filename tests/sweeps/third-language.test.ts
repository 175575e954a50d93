import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '~/domain/text/languages'
import { elements, field, languageOf, linksIn, textOf } from '../support/html'
import { words } from '../support/locales'
import {
  cookieFrom,
  hour,
  minute,
  newEmail,
  openTestServer,
  password,
  type TestServer,
} from '../support/test-server'
import { fillCart, openCheckout, order, typed } from '../support/till'
import { variedApp } from '../support/varied-app'
import { mailsIn } from '../support/written-mails'

const french = 'fr' as Language

let project: string
let server: TestServer

beforeAll(async () => {
  project = await variedApp()
  const environment = { MAIL_FROM: 'shop@example.com' }
  server = await openTestServer({ project, environment })
})

afterAll(() => server?.close())

async function later(milliseconds: number) {
  server.clock.forward(milliseconds)
  await server.runDue()
}

describe('A third language is a line and its words:', () => {
  it('its pages lie under its prefix, and say so in their head', async () => {
    const { status, text } = await server.ask('/fr')
    expect(status).toBe(200)
    expect(text).toMatch(/^<!DOCTYPE html><html lang="fr" dir="rtl">/i)
    expect(elements(text, 'h1')[0]?.text).toBe(`Fr: ${words.en.home.heading}`)
    const links = elements(text, 'link').map(({ attributes }) => attributes)
    const alternates = links
      .filter(({ rel }) => rel === 'alternate')
      .map(({ hreflang }) => hreflang)
    expect(alternates).toEqual(['en', 'de', 'fr', 'x-default'])
    const locales = elements(text, 'meta').filter(({ attributes }) =>
      attributes.property?.startsWith('og:locale'),
    )
    expect(locales.map(({ attributes }) => attributes.content)).toEqual(['fr_FR', 'en_GB', 'de_DE'])
    const again = await server.ask('/fr')
    expect(again.headers.get('ETag')).toBeTruthy()
    const missing = await server.ask('/fr/nope')
    expect([missing.status, languageOf(missing.text)]).toEqual([404, 'fr'])
    expect((await server.ask('/')).text).not.toContain(' dir=')
  })

  it('the switch, the browser’s wish and the sitemaps lead to it', async () => {
    const { text } = await server.ask('/login')
    const choices = elements(text, 'button').map(({ attributes }) => attributes.formaction)
    expect(choices).toContain('/fr/login')
    expect(linksIn((await server.ask('/')).text)).toContain('/fr?language=fr')
    const start = await server.ask('/?language=fr')
    expect(start).toMatchObject({ status: 303, location: '/fr' })
    const wished = await server.ask('/', { headers: { 'Accept-Language': 'fr-CA,en;q=0.5' } })
    expect(wished).toMatchObject({ status: 302, location: '/fr' })
    const index = await server.ask('/index-sitemap.xml')
    expect(index.text).toContain('/fr-sitemap.xml')
    const map = await server.ask('/fr-sitemap.xml')
    expect(map.status).toBe(200)
    expect(map.text).toContain(`<loc>${server.origin}/fr/chat</loc>`)
    expect(map.text).not.toContain(`<loc>${server.origin}/chat</loc>`)
    expect((await server.ask('/robots.txt')).text).toContain('/fr/dashboard')
  })

  it('files of the operator that know nothing of it are said in the default language', async () => {
    const shop = await server.ask('/fr/shop')
    expect(shop.status).toBe(200)
    expect(textOf(shop.text)).toContain('House blend, 250\u00a0g')
    const terms = await server.ask('/fr/terms')
    expect(terms.status).toBe(200)
    expect(elements(terms.text, 'h1')[0]?.text).toBe(`Fr: ${words.en.legal.terms}`)
  })

  it('an owner works and writes texts in it, and visitors read them', async () => {
    const email = newEmail()
    const signedUp = await server.ask('/fr/signup', { form: { email, password } })
    const owner = { cookie: cookieFrom(signedUp) }
    const room = await server.ask('/fr/dashboard/embed', owner)
    expect(room.status).toBe(200)
    expect(elements(room.text, 'h1')[0]?.text).toBe(`Fr: ${words.en.embed.heading}`)
    const account = await server.services.accounts.findByEmail(email)
    expect(account?.locale).toBe('fr')
    const desk = (await server.services.members.desksOf(account?.uid ?? ''))[0]?.desk
    const script = await server.ask(`/embed.js?desk=${desk?.publicKey}`)
    expect(script.text).toContain(`"fr":["${server.origin}/fr/chat?desk=`)
    expect(script.text).toContain(`Fr: ${words.en.chat.launcher}`)
    const greeting = { greetingEn: 'Hello', greetingDe: '', greetingFr: 'Bonjour' }
    const form = { intent: 'save-greeting', ...greeting }
    const saved = await server.ask('/fr/dashboard/settings/greeting', { ...owner, form })
    expect(saved.status).toBe(303)
    const chat = await server.ask(`/fr/chat?desk=${desk?.publicKey}`)
    expect(chat.status).toBe(200)
    expect(textOf(chat.text)).toContain('Bonjour')
    const rooms = ['feedback', 'settings/away', 'settings/replies']
    const fields = ['askFr', 'awayFr', 'textFr']
    for (const [index, name] of fields.entries()) {
      const { text } = await server.ask(`/fr/dashboard/${rooms[index]}`, owner)
      expect(field(text, name).value).toBe('')
    }
    expect(linksIn(chat.text).some((href) => href.startsWith('/fr/'))).toBe(true)
    expect(field(chat.text, 'body')).toBeDefined()
  })

  it('owners, visitors and customers get e-mails in it', async () => {
    const { email, cookie, desk } = await server.signUp(newEmail(), french)
    const account = await server.services.accounts.findByEmail(email)
    if (account) await server.services.accounts.save({ ...account, emailVerified: true })
    const visitor = { name: 'Vera', email: 'vera@example.com' }
    const form = { key: randomUUID(), body: 'Ouvert ?', ...visitor }
    await server.ask(`/fr/chat?desk=${desk.publicKey}`, { form })
    await later(hour)
    const reply = { intent: 'reply', key: randomUUID(), body: 'Oui.' }
    await server.ask('/fr/dashboard/tickets?ticket=1', { cookie, form: reply })
    await later(3 * minute)
    const cart = await fillCart(server, { 'house-coffee': 1 })
    await order(server, cart, await openCheckout(server, cart, french), {}, french)
    await later(minute)

    const { mails } = words.en
    const received: [string, string][] = [
      [email, mails.newsHeading_one],
      [visitor.email, mails.back.linkOpens],
      [typed.email, mails.order.confirmHeading],
    ]
    for (const [address, words] of received) {
      const [mail] = await mailsIn(server.folder, address)
      expect(mail?.subject).toMatch(/^(?:Fr|Re): /)
      expect(mail?.text).toContain(`Fr: ${words}`)
      expect(mail?.html).toContain(`Fr: ${words}`)
      expect(mail?.html).toMatch(/^<!doctype html><html lang="fr" dir="rtl">/)
      expect(mail?.text).toContain(`${server.origin}/fr/`)
    }
  })

  it('the browser gets its words by room', () => {
    const assets = readdirSync(join(project, 'build/client/assets'))
    for (const name of ['layout_errors_dashboard', 'tickets_ledger_saved_thread', 'embed']) {
      expect(assets.filter((asset) => asset.startsWith(`fr-${name}-`))).toHaveLength(1)
    }
  })
})
