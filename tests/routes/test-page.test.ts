import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { elements, field, wordsIn } from '../support/html'
import { openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

/** How each look ended, by its name. */
function outcomesIn(html: string): Record<string, string | undefined> {
  return Object.fromEntries(
    elements(html, 'li').map(({ attributes }) => [
      attributes.id?.replace('check-', ''),
      attributes['data-state'],
    ]),
  )
}

describe.each(languages)('the test page in %s', (language) => {
  const path = localizedPath('/test', language)

  it('asks to sign in, unless its address names a language', async () => {
    const closed = await server.ask(path)
    expect([closed.status, closed.location]).toEqual([
      303,
      `${localizedPath('/login', language)}?redirect=${encodeURIComponent(path)}`,
    ])
    const { cookie } = await server.signUp()
    const { status, text, headers } = await server.ask(path, { cookie })
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toContain('no-store')
    expect(outcomesIn(text)).toMatchObject({ cookies: 'good', session: 'good', scripts: 'fair' })
    expect(outcomesIn(text)).toMatchObject({ live: 'unknown', trip: 'unknown', data: 'good' })
  })

  it('learns from one redirect whether cookies are kept, and goes round no further', async () => {
    const sent = await server.ask(`${path}?lang=${language}`)
    expect(sent.status).toBe(303)
    expect(sent.location).toBe(`${path}?lang=${language}&cookie=`)
    const kept = sent.setCookies.map((each) => each.split(';', 1)[0]).join('; ')
    const withIt = await server.ask(sent.location, { cookie: kept })
    expect(outcomesIn(withIt.text)).toMatchObject({ cookies: 'good', session: 'fair' })
    const without = await server.ask(sent.location)
    expect(without.status).toBe(200)
    expect(outcomesIn(without.text).cookies).toBe('bad')
  })

  it('comes without its script to whoever saves data, with lines that grow', async () => {
    const { cookie } = await server.signUp()
    const saving = await server.ask(path, { cookie, headers: { 'Save-Data': 'on' } })
    expect(saving.text).not.toContain('<script')
    expect(outcomesIn(saving.text).data).toBe('fair')
    const [frame] = elements(saving.text, 'iframe')
    expect(frame?.attributes.src).toBe(`/live?as=test-page&lang=${language}`)
  })

  it('sends its report as the first message of a chat, and nothing of the browser’s with it', async () => {
    const { cookie } = await server.signUp()
    const agent = 'Mozilla/5.0 (a browser that is known by this)'
    const { text } = await server.ask(path, { cookie, headers: { 'User-Agent': agent } })
    const report = field(text, 'body').value ?? ''
    expect(report).toContain(words[language].test.checks.cookies.title)
    expect(report).toMatch(/^Tresen, \d+\.? \p{L}+\.? \d{4}, \d{1,2}:\d\d [A-Z]+/u)
    expect(report).not.toContain(agent)
    expect(report).not.toContain('127.0.0.1')
    const form = { key: field(text, 'key').value ?? '', stamp: field(text, 'stamp').value ?? '' }
    const chat = await server.ask(localizedPath('/chat', language), {
      form: { ...form, body: report, intent: 'send' },
    })
    expect(chat.status).toBe(303)
    const conversation = await server.ask(chat.location)
    expect(wordsIn(conversation.text).join()).toContain(words[language].test.checks.live.title)
  })
})

describe('the line that is tested', () => {
  async function listen(path: string) {
    const answer = await fetch(server.origin + path)
    return { answer, text: await answer.text() }
  }

  it('says the server’s time five times, one after the other', async () => {
    // How late they are read depends on this machine; when they are written does not.
    Object.defineProperty(server.clock, 'now', { get: () => new Date() })
    const { answer, text } = await listen('/live?as=test')
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/event-stream/)
    const times = [...text.matchAll(/^data: (\d{13})$/gm)].map(([, time]) => Number(time))
    expect(times).toHaveLength(5)
    for (const [index, time] of times.slice(1).entries()) {
      expect(time - (times[index] ?? 0)).toBeGreaterThan(290)
    }
    expect((await server.ask('/live?as=test', { form: {} })).status).toBe(405)
  })

  it('does so as a page that may be framed by our own pages alone', async () => {
    const { answer, text } = await listen('/live?as=test-page&lang=de')
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
    expect(text).toMatch(/^<!doctype html><html lang="de"/)
    expect(text.match(/<li>[1-5]\/5 · \d,\d s<\/li>/g)).toHaveLength(5)
    expect(text).not.toContain('http-equiv')
  })
})
