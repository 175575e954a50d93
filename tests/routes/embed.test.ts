import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readable } from '../../app/domain/desks/contrast'
import { grounds } from '../../app/domain/desks/embeds'
import { elements, field, textOf } from '../support/html'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'

describe('The room in which a desk is put on other sites', () => {
  const path = '/dashboard/embed'
  let server: TestServer
  let owner: Owner

  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.signUp()
  })
  afterAll(() => server.close())

  const ask = (form?: Record<string, string>, to = path) =>
    server.ask(to, { cookie: owner.cookie, form })
  const embed = () => server.services.embeds.find(owner.desk.id)

  test('shows a snippet that is a link and one script, in the page’s language', async () => {
    const german = await ask(undefined, `/de${path}`)
    const snippet = elements(german.text, 'textarea')[0]?.text
    const { publicKey } = owner.desk
    expect(snippet).toBe(
      `<a href="${server.origin}/de/chat?desk=${publicKey}">Fragen Sie uns</a>\n` +
        `<script async src="${server.origin}/embed.js?desk=${publicKey}"></script>`,
    )
    expect((await server.ask(path)).location).toContain('/login')
  })

  test('saves what can be read, and shows a colour that cannot with the nearest that can', async () => {
    const look = { intent: 'save-look', light: '#7a1fa2', dark: '#e0b0ff', side: 'left' }
    const texts = { launcherEn: '', launcherDe: 'Noch Fragen?' }
    expect((await ask({ ...look, ...texts })).status).toBe(303)
    const { light, dark, side } = look
    expect(await embed()).toMatchObject({
      look: { light, dark, side },
      launcher: { de: 'Noch Fragen?' },
    })
    const refused = await ask({ ...look, ...texts, light: '#ffee00' })
    expect(refused.status).toBe(400)
    expect(field(refused.text, 'light')).toMatchObject({ value: '#ffee00', invalid: true })
    expect(field(refused.text, 'light').described).toContain(readable('#ffee00', grounds.light))
    expect((await embed()).look.light).toBe(light)
    const { text } = await server.ask(`/chat?desk=${owner.desk.publicKey}`)
    expect(text).toContain(
      '{:root{--green:#7a1fa2}@media (prefers-color-scheme:dark){:root{--green:#e0b0ff}}}',
    )
    const script = await server.ask(`/embed.js?desk=${owner.desk.publicKey}`)
    expect(script.text).toContain('left:16px')
    // A site's rem may have another size.
    expect(script.text).not.toMatch(/\drem/)
    expect(script.text).toContain('"Noch Fragen?","de"')
    const spoken = '<span lang="de">Noch Fragen?</span>'
    expect(elements((await ask()).text, 'textarea')[0]?.text).toContain(`">${spoken}</a>`)
    expect((await ask(undefined, '/sample')).text).toContain(spoken)
  })

  test('is shown with the greeting’s notice before the first message, in the language that has one', async () => {
    const greeting = '/dashboard/settings/greeting'
    const form = { intent: 'save-greeting', consentEn: 'We keep what you write for a year.' }
    const link = { consentLinkEn: 'https://shop.example/privacy' }
    expect((await ask({ ...form, ...link }, greeting)).status).toBe(303)
    const fields = elements((await ask(undefined, greeting)).text, 'textarea')
    const german = fields.find(({ attributes }) => attributes.name === 'consentDe')
    expect(german?.attributes.placeholder).toBe(form.consentEn)
    const chat = await server.ask(`/de/chat?desk=${owner.desk.publicKey}`)
    expect(chat.text).toContain('<span lang="en">We keep what you write for a year.</span>')
    expect(chat.text).toContain('href="https://shop.example/privacy"')
    const refused = await ask({ ...form, consentLinkEn: 'javascript:alert(1)' }, greeting)
    expect(refused.status).toBe(400)
    expect(field(refused.text, 'consentLinkEn').invalid).toBe(true)
  })

  test('takes sites, and names the line that is none', async () => {
    const ours = 'shop.example\r\nhttps://b.example/'
    expect((await ask({ intent: 'save-sites', origins: ours })).status).toBe(303)
    const pasted = 'https://shop.example/cakes?from=a#b\r\nhttps://b.example/'
    const cut = await ask({ intent: 'save-sites', origins: pasted })
    const cookie = `${owner.cookie}; ${cut.setCookies[0]?.split(';')[0]}`
    const notice = await server.ask(cut.location, { cookie })
    expect(textOf(notice.text)).toContain(words.en.notices.sitesCut)
    expect(field(notice.text, 'origins').value).toBe('https://shop.example\nhttps://b.example')
    const policy = async () => {
      const { headers } = await server.ask(`/chat?desk=${owner.desk.publicKey}`)
      return headers.get('content-security-policy')?.match(/frame-ancestors.*/)?.[0]
    }
    expect(await policy()).toBe("frame-ancestors 'self' https://shop.example https://b.example")
    const hostile = `${ours}\r\nhttps://*; script-src 'unsafe-inline'`
    const refused = await ask({ intent: 'save-sites', origins: hostile })
    expect(refused.status).toBe(400)
    const { value, described } = field(refused.text, 'origins')
    expect(value).toContain('https://*; script-src')
    expect(described).toContain("“https://*; script-src 'unsafe-inline'”")
    expect(await policy()).toContain('https://shop.example https://b.example')
  })

  test('notes where the chat was opened in a frame, if it may be there', async () => {
    const openIn = (address: string) => {
      const query = new URLSearchParams({ desk: owner.desk.publicKey, on: address })
      return server.ask(`/live?${query}`, { form: {} })
    }
    await openIn('https://stranger.example/')
    expect((await embed()).seenOn).toBeUndefined()
    await openIn('https://shop.example/bread')
    expect((await embed()).seenOn).toBe('https://shop.example')
    expect(textOf((await ask()).text)).toContain('https://shop.example,')
  })

  test('says in a frame, on whichever site, that there is nobody to write to or no taking it', async () => {
    const inFrame = { 'sec-fetch-dest': 'iframe' }
    const { publicKey } = owner.desk
    for (const [path, status, form] of [
      ['/chat?desk=unknown', 404],
      ['/chat?t=unknown', 404],
      [`/chat?desk=${publicKey}&${'x'.repeat(9_000)}`, 414],
      [`/chat?desk=${publicKey}`, 413, { body: 'x'.repeat(70_000) }],
    ] as const) {
      const framed = await server.ask(path, { headers: inFrame, form })
      expect(framed.status).toBe(status)
      expect(framed.headers.get('content-security-policy')).toContain("frame-ancestors 'self' *")
      expect(framed.headers.get('x-frame-options')).toBe(null)
      expect(framed.text).not.toMatch(/<form|<iframe|<header/)
      for (const { attributes } of elements(framed.text, 'a')) {
        expect(attributes.lang ?? attributes.target).toMatch(/^(_blank|de)$/)
      }
      const alone = await server.ask(path, { form })
      expect(alone.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
    const elsewhere = await server.ask('/login', { headers: inFrame })
    expect(elsewhere.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('takes another key once, and lets the earlier one go on for as long as was chosen', async () => {
    const { publicKey } = owner.desk
    const step = await ask(undefined, `${path}?step=key`)
    expect(field(step.text, 'key').value).toBe(publicKey)
    const form = { intent: 'replace-key', key: publicKey, grace: '7' }
    await Promise.all([ask(form), ask(form)])
    const after = (await server.services.desks.findById(owner.desk.id))?.publicKey
    expect(after).not.toBe(publicKey)
    const status = async (key = '') => (await server.ask(`/embed.js?desk=${key}`)).status
    expect([await status(after), await status(publicKey)]).toEqual([200, 200])
    server.clock.forward(8 * 24 * 3_600_000)
    expect([await status(after), await status(publicKey)]).toEqual([200, 404])
  })

  test('the sample page is one’s own, or the site’s for whoever names a language', async () => {
    const reply = await server.ask('/sample')
    expect(reply.location).toBe('/login?redirect=%2Fsample')
    const shown = await server.ask('/sample?lang=en')
    const after = (await server.services.desks.findById(owner.desk.id))?.publicKey
    expect(shown.text).toContain(`<script async="" src="/embed.js?desk=${after}">`)
  })
})
