import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { elements, textOf } from '../support/html'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'

const headerOf = (page: string) => textOf(/<header.*?<\/header>/s.exec(page)?.[0] ?? '')
const titleOf = (page: string) => elements(page, 'title')[0]?.text

describe('The name of the site', () => {
  let server: TestServer
  let owner: Owner
  let other: Owner
  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.signUp()
    other = await server.signUp()
  })
  afterAll(() => server.close())

  const rename = (name: string, { cookie } = owner) =>
    server.ask('/dashboard?index', { cookie, form: { name } })

  test('is the company’s without its legal form until its desk has one', async () => {
    const { text } = await server.ask('/login')
    expect(headerOf(text)).toContain('CM Café Morgenrot')
    expect(titleOf(text)).toBe(`${words.en.login.page.title} · Café Morgenrot`)
    expect(textOf((await server.ask('/imprint')).text)).toContain('Café Morgenrot e. K.')
  })

  test('is the desk’s on every page, its errors and refusals among them, at once', async () => {
    await rename('Käthe & Söhne')
    const anonymous = ['/', '/shop', '/chat', '/login', '/imprint', '/nowhere']
    for (const path of anonymous.flatMap((each) => languages.map((l) => localizedPath(each, l)))) {
      const { text } = await server.ask(path)
      expect(headerOf(text), path).toContain('Käthe & Söhne')
      expect(headerOf(text), path).not.toContain('Tresen')
    }
    const { text: home } = await server.ask('/')
    expect(titleOf(home)).toBe('Käthe & Söhne')
    expect(home).toContain('<meta property="og:site_name" content="Käthe &amp; Söhne"/>')
    expect(home).not.toContain('card.png')
    const refused = await server.ask(`/?${'q'.repeat(9_000)}`)
    expect([refused.status, headerOf(refused.text)]).toEqual([
      414,
      expect.stringContaining('Käthe & Söhne'),
    ])
    const dashboard = await server.ask('/dashboard', owner)
    expect(headerOf(dashboard.text)).toContain('Käthe & Söhne')
    await rename('Käthes Laden')
    expect(headerOf((await server.ask('/login')).text)).toContain('Käthes Laden')
  })

  test('is in the manifest with the colour and the letters, which are a picture', async () => {
    await rename('Käthe & Söhne')
    expect((await server.ask('/')).text).toContain(
      '<link rel="manifest" href="/manifest.webmanifest"/>',
    )
    const { text, headers } = await server.ask('/manifest.webmanifest')
    expect(headers.get('Content-Type')).toBe('application/manifest+json; charset=utf-8')
    expect(JSON.parse(text)).toMatchObject({
      name: 'Käthe & Söhne',
      start_url: '/',
      theme_color: '#155b3d',
      icons: [{ src: '/letters.svg', type: 'image/svg+xml', sizes: 'any' }],
    })
    const letters = await server.ask('/letters.svg')
    expect(letters.headers.get('Content-Type')).toBe('image/svg+xml')
    expect(letters.text).toContain('fill="#155b3d"')
    expect(letters.text).toMatch(/>KS<\/text><\/svg>$/)
    const others = await server.ask(`/chat?desk=${other.desk.publicKey}`)
    expect(others.text).not.toContain('rel="manifest"')
    await rename('Käthes Laden')
  })

  test('is not changed by another desk’s name', async () => {
    await rename('Somebody else', other)
    expect(headerOf((await server.ask('/')).text)).toContain('Käthes Laden')
  })

  test('comes with the colours of its desk', async () => {
    const { cookie } = owner
    const look = { intent: 'save-look', light: '#7a1f3d', dark: '#f0a0b8', side: 'right' }
    expect((await server.ask('/dashboard/embed', { cookie, form: look })).status).toBe(303)
    for (const path of ['/', '/shop', '/imprint', '/nowhere', '/dashboard/profile']) {
      const { text } = await server.ask(path, path.startsWith('/dash') ? owner : {})
      expect(text, path).toContain('#7a1f3d')
    }
    expect(JSON.parse((await server.ask('/manifest.webmanifest')).text).theme_color).toBe('#7a1f3d')
    const chat = await server.ask(`/chat?desk=${other.desk.publicKey}`)
    expect(chat.text).not.toContain('#7a1f3d')
  })
})
