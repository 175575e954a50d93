import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../support/test-server'

describe('The running build', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await openTestServer()
  })
  afterAll(() => server.close())

  test('is given to everybody by the id in its pages, and stored by no cache', async () => {
    const { cookie } = await server.signUp()
    const { text: page } = await server.ask('/dashboard', { cookie })
    const answer = await server.ask('/builds/latest.json?t=1795273012926')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const { id } = JSON.parse(answer.text)
    expect(id).toMatch(/^[0-9a-f]{8}$/)
    expect(page).toContain(`/assets/manifest-${id}.js`)
    expect((await server.ask('/builds/latest.json', { form: {} })).status).toBe(405)
  })

  test('names pages to prefetch in documents alone, and not with Save-Data', async () => {
    const header = async (path: string, headers = {}) =>
      (await server.ask(path, { headers })).headers.get('speculation-rules')
    expect(await header('/')).toBe('"/speculation-rules.json"')
    expect(await header('/de/chat')).toBe('"/speculation-rules.json"')
    expect(await header('/', { 'save-data': 'on' })).toBe(null)
    // Chrome 121–123 ask the policy for scripts.
    const policy = async (path: string) =>
      (await server.ask(path)).headers.get('content-security-policy')
    expect(await policy('/')).toContain("; script-src 'self';")
    expect(await policy('/imprint')).toContain(
      `; script-src ${server.origin}/speculation-rules.json;`,
    )
    const { cookie } = await server.signUp()
    expect(await header('/dashboard', { cookie })).toBe(null)
    const rules = await server.ask('/speculation-rules.json')
    expect(rules.headers.get('content-type')).toBe('application/speculationrules+json')
    const [{ where }] = JSON.parse(rules.text).prefetch
    const paths = where.href_matches.map(({ pathname }: { pathname: string }) => pathname)
    expect(paths).toContain('/de/chat')
    expect(paths.join()).not.toMatch(/logout|dashboard|\*/)
    expect(new Set(where.href_matches.map(({ search }: { search: string }) => search))).toEqual(
      new Set(['']),
    )
  })
})
