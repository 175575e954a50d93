import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tradeName } from '../../app/domain/legal/trade-name'
import { longestPart } from '../../app/domain/site/home'
import { homePartNames } from '../../app/domain/site/settings'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { elements, field, linksIn, newTabsIn, textOf } from '../support/html'
import { legal } from '../support/legal'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { hiddenIn } from '../support/till'

const room = '/dashboard/home'
const part = (name: string) => `${room}?part=${name}`
const { errors } = words.en.site

describe('The home page', () => {
  let server: TestServer
  let owner: Owner
  let stranger: Owner
  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.signUp()
    stranger = await server.signUp()
  })
  afterAll(() => server.close())

  const look = (path: string, { cookie } = owner) => server.ask(path, { cookie })
  const send = (path: string, form: Record<string, string>, { cookie } = owner) =>
    server.ask(path, { cookie, form })
  const save = async (name: string, form: Record<string, string>) =>
    send(part(name), { ...hiddenIn((await look(part(name))).text), ...form, intent: 'save' })
  const home = async (language: (typeof languages)[number] = 'en') =>
    textOf((await server.ask(localizedPath('/', language))).text)

  test('is a room of the site’s owner, which nobody else finds', async () => {
    for (const path of [room, ...homePartNames.map(part)]) {
      for (const language of languages) {
        expect((await look(localizedPath(path, language))).status, path).toBe(200)
      }
      expect((await look(path, stranger)).status).toBe(404)
      expect((await server.ask(path)).location).toContain('/login')
    }
    expect((await look(part('nothing'))).status).toBe(404)
    expect((await send(part('text'), { intent: 'save', titleEn: 'Ha' }, stranger)).status).toBe(404)
    expect((await send(part('nothing'), { intent: 'save' })).status).toBe(400)
    expect((await send(room, { intent: 'up', part: 'nothing' })).status).toBe(400)
  })

  test('offers the company’s name where the counter has none of its own', async () => {
    expect(field((await look(room)).text, 'name').value).toBe(tradeName(legal.company.name))
  })

  test('previews the headline as it stands on the home page, with the company’s name', async () => {
    const lead = words.en.home.of.replace('{{name}}', tradeName(legal.company.name))
    expect(await home()).toContain(lead)
    expect(textOf((await look(part('headline'))).text)).toContain(lead)
  })

  test('shows what its owner wrote, in both languages, at once', async () => {
    const sentence = { titleEn: 'Bread since 1911.', titleDe: 'Brot seit 1911.' }
    expect((await save('headline', sentence)).location).toBe(`${part('headline')}#main`)
    const next = words.en.guide.next.replace('{{part}}', words.en.guide.parts.picture)
    expect(textOf((await look(part('headline'))).text)).toContain(next)
    expect(await home()).toContain('Bread since 1911.')
    expect(await home('de')).toContain('Brot seit 1911.')
    const { text } = await server.ask('/')
    expect(elements(text, 'h1')[0]?.text).toBe('Bread since 1911.')
  })

  test('marks a text that exists in the other language only', async () => {
    const only = { titleDe: '', titleEn: '', textDe: 'Wir backen.\n\nJeden Tag.' }
    await save('about', only)
    await send(room, { intent: 'on', part: 'about' })
    const { text } = await server.ask('/')
    expect(text).toContain('<div class="prose" lang="de"><p>Wir backen.</p><p>Jeden Tag.</p></div>')
    expect((await server.ask('/de')).text).toContain('<div class="prose"><p>Wir backen.</p>')
  })

  test('is told that what was saved is not on the page yet, and puts it there beside the text', async () => {
    const there = part('text')
    for (const [form, notice] of [
      [{ intent: 'save', titleEn: 'Our oven' }, 'partSaved'],
      [{ intent: 'on', part: 'text' }, 'siteSaved'],
      [{ intent: 'save', titleEn: 'Our old oven' }, 'siteSaved'],
      [{ intent: 'off', part: 'text' }, 'siteSaved'],
    ] as const) {
      const sent = await send(there, { ...hiddenIn((await look(there)).text), ...form })
      expect(sent.location).toBe(form.intent === 'save' ? `${there}#main` : there)
      const cookie = `${owner.cookie}; ${sent.setCookies.map((each) => each.split(';')[0]).join('; ')}`
      const { text } = await server.ask(there, { cookie })
      expect(textOf(text)).toContain(words.en.notices[notice])
    }
  })

  test('asks and answers without scripts', async () => {
    const asked = { question0En: 'Do you bake <rye>?', answer0En: 'Daily.' }
    await save('questions', asked)
    expect(await home()).not.toContain('Daily.')
    await send(room, { intent: 'on', part: 'questions' })
    expect((await server.ask('/')).text).toContain(
      '<summary><span>Do you bake &lt;rye&gt;?</span></summary>',
    )
  })

  test('has its parts in the owner’s order, and leaves out what is off', async () => {
    const order = async () => {
      const { text } = await server.ask('/')
      return elements(text, 'section').flatMap(
        ({ attributes }) => /^part-(.+)/.exec(attributes['aria-labelledby'] ?? '')?.[1] ?? [],
      )
    }
    await save('about', { titleEn: 'Who we are' })
    expect(await order()).toEqual(['hours', 'products', 'how', 'questions', 'about'])
    const fields = elements((await look(room)).text, 'input').map(({ attributes }) => attributes)
    const last = fields.findLast(({ name }) => name === 'position')?.value ?? ''
    // The first one sent again, as after a lost answer, moves nothing.
    for (const position of [last, last, `${Number(last) - 1}`])
      await send(room, { intent: 'up', part: 'about', position })
    await send(room, { intent: 'off', part: 'how' })
    expect(await order()).toEqual([...['hours', 'products', 'about', 'questions']])
    // The headline stays where it is, and on.
    await send(room, { intent: 'off', part: 'headline' })
    await send(room, { intent: 'down', part: 'headline' })
    expect(await home()).toContain('Bread since 1911.')
    await send(room, { intent: 'on', part: 'how' })
  })

  test('has each change in the log of its owner, once, and not what changed nothing', async () => {
    const events = async () => {
      const { entries } = await server.services.auditLog.list(owner.desk.id, 200)
      return entries.map(({ event, about }) => [event, about].filter(Boolean).join(' '))
    }
    const before = (await events()).length
    for (const _ of ['first', 'again']) {
      await save('headline', { titleEn: 'Bread since 1912.' })
      await send(room, { intent: 'save-name', name: 'Café Abendrot' })
      await send(room, { intent: 'off', part: 'how' })
    }
    await send(room, { intent: 'on', part: 'how' })
    const added = (await events()).slice(0, -before)
    expect(added.toReversed()).toEqual(['home', 'name Café Abendrot', 'home', 'home'])
    await save('headline', { titleEn: 'Bread since 1911.' })
  })

  test('links to a map by the address of the company, and loads nothing from there', async () => {
    const { text, headers } = await server.ask('/')
    const map = linksIn(text).find((link) => link.includes('openstreetmap'))
    expect(map).toContain(encodeURIComponent('Lindenallee 7, 10405 Berlin'))
    expect(headers.get('content-security-policy')).not.toContain('openstreetmap')
  })

  test('asks of a part only for what it shows, and leads to what is written elsewhere', async () => {
    const picture = (await look(part('picture'))).text
    expect(picture).toContain('name="photo"')
    expect(picture).not.toMatch(/name="title|form="draft"/)
    const sources = async (name: string) =>
      elements((await look(part(name))).text, 'a')
        .map(({ text }) => text)
        .filter((text) => Object.values(words.en.site.sources).includes(text))
    const { hours, company, shelf } = words.en.site.sources
    expect(await sources('hours')).toEqual([hours, company])
    expect(await sources('products')).toEqual([shelf])
    expect(await sources('how')).toEqual([])
    const { text } = await look(part('questions'))
    expect(text).toContain('name="question0En"')
    expect(text).not.toContain('name="question7En"')
  })

  test('refuses too long a text and half a question beside their fields, and keeps them', async () => {
    for (const [name, typed, error] of [
      ['headline', { titleEn: 'x'.repeat(longestPart.title + 1) }, 'shorten this to 120'],
      ['headline', { textDe: 'x'.repeat(longestPart.line + 1) }, 'shorten this to 300'],
      ['text', { textEn: 'x'.repeat(longestPart.long + 1) }, 'shorten this to 2000'],
      ['questions', { question3En: 'Why?' }, errors.question],
      ['questions', { question0De: 'x'.repeat(50_000), answer0De: 'y' }, 'shorten this to 200'],
    ] as const) {
      const refused = await save(name, typed)
      expect(refused.status, name).toBe(400)
      const [wrong = ''] = Object.keys(typed)
      const at = name === 'questions' && wrong === 'question3En' ? 'answer3En' : wrong
      expect(field(refused.text, at).described).toContain(error)
      expect(field(refused.text, wrong).value).toBe(Object.values(typed)[0])
    }
    expect((await send(part('text'), { intent: 'save' })).status).not.toBe(500)
  })

  test('of two who change a part at once, the second is refused and keeps what was typed', async () => {
    const shown = hiddenIn((await look(part('text'))).text)
    const first = { ...shown, intent: 'save', titleEn: 'First' }
    for (const _ of ['once', 'twice']) expect((await send(part('text'), first)).status).toBe(303)
    const late = await send(part('text'), { ...first, titleEn: 'Second' })
    const changed = expect.stringContaining(words.en.errors.errors.changed)
    expect([late.status, textOf(late.text)]).toEqual([409, changed])
    expect(field(late.text, 'titleEn').value).toBe('Second')
    expect(newTabsIn(late.text)).toContain(part('text'))
    const decided = { ...first, ...hiddenIn(late.text), titleEn: 'Second' }
    expect((await send(part('text'), decided)).status).toBe(303)
  })

  async function upload(path: string, bytes: BlobPart, more: Record<string, string> = {}) {
    const body = new FormData()
    for (const [name, value] of Object.entries({ intent: 'save-photo', ...more }))
      body.set(name, value)
    body.set('photo', new File([bytes], 'mark.png', { type: 'image/png' }))
    const headers = { Origin: server.origin, Cookie: owner.cookie }
    return fetch(server.origin + path, { method: 'POST', headers, body, redirect: 'manual' })
  }

  test('bears a picture of its owner’s as mark and as part, and refuses what is none', async () => {
    const refused = await upload(room, 'no picture')
    expect([refused.status, textOf(await refused.text())]).toEqual([
      400,
      expect.stringContaining(words.en.photo.errors.type),
    ])
    const { default: sharp } = await import('sharp')
    const picture = await sharp({
      create: { width: 40, height: 30, channels: 3, background: '#7a1f3d' },
    })
      .png()
      .toBuffer()
    expect((await upload(room, new Uint8Array(picture))).status).toBe(303)
    const { text } = await server.ask('/login')
    const [mark] = elements(text, 'img').map(({ attributes }) => attributes.src ?? '')
    expect(mark).toMatch(/^\/files\?site=[0-9a-f]{32}$/)
    const file = await server.ask(mark ?? '')
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await server.ask('/')).text).toContain(`og:image" content="${server.origin}${mark}"`)
    expect(
      (await upload(part('picture'), new Uint8Array(picture), { altEn: 'An oven' })).status,
    ).toBe(303)
    const [, shown] = elements((await server.ask('/')).text, 'img')
    expect(shown?.attributes).toMatchObject({ class: 'home-picture', alt: 'An oven' })
    // One that its owner has left out stays out with another picture.
    await send(part('picture'), { intent: 'off', part: 'picture' })
    const other = await upload(part('picture'), new Uint8Array(picture), { altEn: 'Our oven' })
    expect(other.status).toBe(303)
    expect((await server.ask('/')).text).not.toContain('class="home-picture"')
    await send(part('picture'), { intent: 'on', part: 'picture' })
    expect((await server.ask('/')).text).toContain('class="home-picture"')
    await send(part('picture'), { intent: 'remove-photo' })
    expect((await server.ask('/')).text).not.toContain('class="home-picture"')
    expect((await server.ask(shown?.attributes.src ?? '')).status).toBe(404)
    expect((await send(room, { intent: 'remove-mark' })).status).toBe(303)
    expect((await server.ask(mark ?? '')).status).toBe(404)
  })

  test('names the software in its foot until the owner leaves that out', async () => {
    const foot = async () =>
      textOf(/<footer.*<\/footer>/s.exec((await server.ask('/')).text)?.[0] ?? '')
    expect(await foot()).toContain(words.en.layout.credit)
    expect((await send(room, { intent: 'save-credit' })).status).toBe(303)
    expect(await foot()).not.toContain('Tresen')
  })

  test('is at most 6,000 bytes with all its parts', async () => {
    for (const name of homePartNames) await send(room, { intent: 'on', part: name })
    for (const path of ['/', '/de']) {
      const { headers, status } = await fetch(server.origin + path, {
        headers: { 'accept-encoding': 'br' },
      })
      expect(status).toBe(200)
      expect(Number(headers.get('content-length'))).toBeLessThanOrEqual(6_000)
    }
  })
})
