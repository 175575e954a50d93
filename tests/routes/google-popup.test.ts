import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { openTestServer, type TestServer } from '../support/test-server'

let server: TestServer

// Pages are looked at as they are in production, where nobody is asked for them.
beforeAll(async () => {
  server = await openTestServer({
    environment: { FIREBASE_AUTH_EMULATOR_HOST: '', FIREBASE_API_KEY: 'web-key' },
  })
})

afterAll(() => server.close())

/** What a page's content security policy says of each kind, and the header for windows. */
async function allowed(path: string, headers: Record<string, string> = {}) {
  const reply = await server.ask(path, { headers })
  const policy = reply.headers.get('Content-Security-Policy') ?? ''
  const rules = policy.split('; ').map((rule) => rule.split(/ (.*)/s).slice(0, 2))
  const windows = reply.headers.get('Cross-Origin-Opener-Policy')
  return { ...(Object.fromEntries(rules) as Record<string, string>), windows, text: reply.text }
}

/** What the script of the Google button is told. */
async function dataOf(path: string): Promise<Record<string, string>> {
  const { text } = await server.ask(path)
  const [, tag = ''] = /<template id="google-popup"([^>]*)>/.exec(text) ?? []
  return Object.fromEntries(
    [...tag.matchAll(/data-([a-z-]+)="([^"]*)"/g)].map(([, ...pair]) => pair),
  )
}

describe.each(languages)('in %s', (language) => {
  it('the login page allows what a sign-in window needs, and no more', async () => {
    const page = await allowed(localizedPath('/login', language))
    expect(page).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self' https://apis.google.com",
      'connect-src':
        "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
      'frame-src': 'https://demo-tresen.firebaseapp.com',
      windows: 'same-origin-allow-popups',
    })
    expect(page.text.match(/<script/g)).toHaveLength(1)
  })

  it('to save data it ships no script and allows nothing for one', async () => {
    const page = await allowed(localizedPath('/login', language), { 'Save-Data': 'on' })
    expect(page).not.toHaveProperty('script-src')
    expect(page).not.toHaveProperty('frame-src')
    expect(page.windows).toBe('same-origin')
    expect(page.text).not.toContain('<script')
    expect(page.text).toContain('id="google"')
  })

  it.each(['/', '/signup', '/chat', '/verify-email?lang=en', '/nowhere'])(
    '%s allows nothing of it',
    async (path) => {
      const page = await allowed(localizedPath(path, language))
      expect(JSON.stringify({ ...page, text: '', 'form-action': '' })).not.toMatch(
        /google|firebase/,
      )
      expect(page.windows).toBe('same-origin')
    },
  )

  it('the script is told the key, the domain and where to go on, and no secret', async () => {
    const desk = localizedPath('/dashboard', language)
    const { wait, again, failures, general, ...rest } = await dataOf(
      localizedPath('/login', language),
    )
    expect(rest).toEqual({
      'api-key': 'web-key',
      'auth-domain': 'demo-tresen.firebaseapp.com',
      to: desk,
    })
    expect(wait && again && failures && general).toBeTruthy()
    const wanted = localizedPath('/login?redirect=/dashboard/tickets', language)
    expect(await dataOf(wanted)).toMatchObject({
      to: localizedPath('/dashboard/tickets', language),
    })
    for (const evil of ['https://evil.example', '//evil.example', 'javascript:alert(1)']) {
      const path = localizedPath(`/login?redirect=${encodeURIComponent(evil)}`, language)
      expect(await dataOf(path)).toMatchObject({ to: desk })
    }
  })
})

it('a view of the login page without the button ships no script', async () => {
  const { text } = await server.ask('/login?forgot=')
  expect(text).not.toContain('<script')
})
