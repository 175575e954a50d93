import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { mostFields } from '~/http/forms/fields.server'
import { localizedPath } from '~/i18n/addresses'
import { handlers, handlersForAnyHost } from '~/server/arrival/raw-handlers'
import { type App, startApp } from '../support/app'
import { ask, formHeaders } from '../support/ask'
import {
  hostileForms,
  pathsOfRoutes,
  randomFrom,
  rawPaths,
  send,
  strangeRequest,
} from '../support/stranger'
import { password, words } from '../support/test-server'

/**
 * How much more of the processor than a form without any field an answer may take, whatever the machine
 * is and does; an array as long as a field's name says kept the process for a minute, or ended it. The
 * largest here, half a megabyte in 5,000 parts, takes ten times as much.
 */
const mostWork = 40

/** An answer that took more is asked for again: a collection of garbage comes once, a slow parser always. */
const tries = 3

/** Bytes by which one answer may let the heap grow before it is swept. Such an array took gigabytes. */
const mostGrowth = 256 * 2 ** 20

const { all, actions } = pathsOfRoutes()

let app: App
let signedIn: string
/** Milliseconds of the processor for a form without any field. */
let leastWork: number

beforeAll(async () => {
  app = await startApp()
  const fields = { email: 'stranger@example.com', password }
  const question = { method: 'POST', headers: formHeaders(app.port) }
  const { headers } = await ask(app.port, '/signup', {
    ...question,
    body: String(new URLSearchParams(fields)),
  })
  const session = headers['set-cookie']?.find((each) => each.startsWith('sid='))
  signedIn = session?.split(';')[0] ?? ''
  const works: number[] = []
  for (let count = 0; count < 9; count += 1) works.push((await post('/chat', { headers: {} })).work)
  leastWork = works.sort((a, b) => a - b)[4] ?? 0
})

afterAll(() => app.close())

/** Sends a form as a page of this site would, with these cookies. */
function post(path: string, form: { headers: Record<string, string>; body?: string }, cookie = '') {
  const { origin } = app
  const ours = {
    Origin: origin,
    'Sec-Fetch-Site': 'same-origin',
    ...(cookie && { Cookie: cookie }),
  }
  return measured({ ...form, method: 'POST', path, headers: { ...ours, ...form.headers } })
}

/** Sends a request; `work` is the processor time of this process, which the server is part of, in milliseconds. */
async function measured(request: Parameters<typeof send>[1]) {
  const before = process.cpuUsage()
  const sent = await send(app.origin, request)
  const { user, system } = process.cpuUsage(before)
  return { ...sent, work: (user + system) / 1_000 }
}

/** Whether an answer takes too much each time that it is asked for. */
async function isSlow(first: number, again: () => Promise<{ work: number }>): Promise<boolean> {
  let work = first
  for (let count = 1; count < tries && work > mostWork * leastWork; count += 1) {
    work = (await again()).work
  }
  return work > mostWork * leastWork
}

describe('a form that no page has sent', () => {
  it.each([...actions, '/live', '/payments/stripe'])('is refused at once by %s', async (path) => {
    expect(signedIn).not.toBe('')
    for (const cookie of path === '/logout' ? [''] : ['', signedIn]) {
      // What anybody is told who sends a form there: where to sign in, or why not.
      const usual = await post(path, { headers: {} }, cookie)
      for (const [about, form] of hostileForms()) {
        const before = process.memoryUsage().heapUsed
        const { status, work } = await post(path, form, cookie)
        const harmless = (status >= 400 && status < 500) || status === usual.status
        expect(harmless, `${about} is answered ${status}`).toBe(true)
        expect(status, about).not.toBe(500)
        expect(process.memoryUsage().heapUsed - before, about).toBeLessThan(mostGrowth)
        const slow = await isSlow(work, () => post(path, form, cookie))
        expect(slow, `${about} takes ${work} ms of the processor`).toBe(false)
      }
    }
  })

  it('is not even read where no form is taken', async () => {
    for (const path of all.filter((each) => !actions.includes(each))) {
      for (const [about, form] of hostileForms().slice(0, 3)) {
        const { status } = await post(path, form, signedIn)
        expect(status, `${path} with ${about}`).toBe(405)
      }
    }
  })

  it.each(languages)('is answered in the language of the address: %s', async (language) => {
    const question = { method: 'POST', headers: formHeaders(app.port), body: 'a%5B0%5D=x' }
    const { status, text } = await ask(app.port, localizedPath('/login', language), question)
    expect(status).toBe(400)
    expect(text).toContain(words[language].errors.page.refused)
    expect(text).toContain(words[language].errors.page.refusedHelp)
  })

  it.each(['/chat', '/login', '/dashboard/settings/general'])(
    'has more fields than %s takes',
    async (path) => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const bodyOf = (count: number) => Array.from({ length: count }, () => 'a=').join('&')
      const text = async (count: number) => {
        const question = { method: 'POST', headers: formHeaders(app.port), body: bodyOf(count) }
        const cookies = { ...question.headers, Cookie: signedIn }
        return (await ask(app.port, path, { ...question, headers: cookies })).text
      }
      expect(await text(mostFields)).not.toContain(words.en.errors.page.refused)
      expect(await text(mostFields + 1)).toContain(words.en.errors.page.refused)
      expect((await post(path, { headers, body: bodyOf(mostFields + 1) }, signedIn)).status).toBe(
        400,
      )
    },
  )
})

it('what is answered without a page is all known to these tests', () => {
  expect(new Set(rawPaths)).toEqual(new Set([...handlersForAnyHost.keys(), ...handlers.keys()]))
})

const seed = 20_261_122

it(`a stranger who tries everything meets no fault of ours (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const paths = [...all, ...rawPaths].flatMap((path) =>
    languages.map((language) => localizedPath(path, language)),
  )
  const begun = await ask(app.port, '/chat', {
    method: 'POST',
    headers: formHeaders(app.port),
    body: 'key=aaaaaaaaaaaaaaaaaaaaaaaaaa&body=hi',
  })
  const addresses = [String(begun.headers.location)]
  const known = { origin: app.origin, cookies: [signedIn], addresses }
  const faults: string[] = []
  for (let count = 0; count < 1_000; count += 1) {
    const strange = strangeRequest(random, paths, known)
    const { status, work } = await measured(strange)
    const slow = await isSlow(work, () => measured(strange))
    if (status === 500 || slow) faults.push(JSON.stringify({ status, work, ...strange }))
  }
  expect(faults).toEqual([])
  expect(app.logged.filter(({ error }) => error !== undefined)).toEqual([])
})
