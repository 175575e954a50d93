import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp } from '../support/app'
import { ask } from '../support/ask'
import { minute, openTestServer, type TestServer, words } from '../support/test-server'
import { cookieNamed } from '../support/till'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const { signedOut } = words.en.notices

/** The cookie that tells the next page that somebody has signed out. */
async function told(at = server): Promise<string> {
  return cookieNamed(await at.ask('/logout', { form: {} }), 'flash') ?? ''
}

it('what was done is said once, on the next page', async () => {
  const cookie = await told()
  const page = await server.ask('/', { cookie })
  expect(page.text).toContain(signedOut)
  expect(cookieNamed(page, 'flash')).toBe('flash=')
})

it('is not said for longer than a redirect takes', async () => {
  const cookie = await told()
  server.clock.forward(minute)
  expect((await server.ask('/', { cookie })).text).not.toContain(signedOut)
})

/** Changes the first character: the bits of the last one may be padding, which no decoder reads. */
function tampered(cookie: string): string {
  return cookie.replace(/=(.)/, (_, first) => `=${first === 'A' ? 'B' : 'A'}`)
}

it('nobody can make a page say what was not done', async () => {
  const cookie = await told()
  const said = { notice: 'signedOut', at: server.clock.now.getTime() }
  const written = Buffer.from(JSON.stringify(said)).toString('base64')
  const planted = [
    `flash=${encodeURIComponent(written)}`,
    `flash=${Buffer.from(JSON.stringify({ until: said.at + minute, value: said })).toString('base64url')}`,
    tampered(cookie),
    `${cookie}; ${cookie}`,
  ]
  for (const each of planted) {
    expect((await server.ask('/', { cookie: each })).text, each).not.toContain(signedOut)
  }
})

it('the cookie is bound to its host on https, and for no script to read', async () => {
  const secured = await startApp({ environment: { PUBLIC_ORIGIN: 'https://localhost' } })
  const headers = { Host: 'localhost', Origin: 'https://localhost' }
  const reply = await ask(secured.port, '/logout', { method: 'POST', headers })
  await secured.close()
  const flash = reply.headers['set-cookie']?.find((each) => each.includes('flash='))
  expect(flash).toMatch(
    /^__Host-flash=[\w-]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
})
