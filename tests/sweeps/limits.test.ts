import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { firstDelay, freeFailures, longestDelay } from '~/domain/limits/windows'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { type FaultServer, startFaultServer } from '../support/fault-server'
import { field, languageOf, textOf } from '../support/html'
import { signUpInBrowser } from '../support/identity-operator'
import {
  cookieFrom,
  hour,
  newEmail,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'
import { cookieNamed } from '../support/till'

const floor = 800

/** Milliseconds that the server held something up, in order. Its clock moves as if it had. */
let waits: number[] = []
let server: TestServer

async function openLimited(environment: Record<string, string> = {}, identity?: FaultServer) {
  const limited: TestServer = await openTestServer({
    // What the proxy adds tells senders apart.
    environment: { TRUST_PROXY: '1', ...environment },
    identity,
    limited: {
      pace: {
        floor,
        jitter: 0,
        async wait(milliseconds) {
          waits.push(milliseconds)
          limited.clock.forward(milliseconds)
        },
      },
    },
  })
  return limited
}

let senders = 0

/** An address that has sent nothing yet. */
function newSender(): string {
  senders += 1
  return `198.51.${Math.floor(senders / 250) + 100}.${senders % 250}`
}

function post(path: string, form: Record<string, string>, from: string, to = server) {
  // Compressed, two addresses that were typed would not be of one length.
  const headers = { 'X-Forwarded-For': from, 'Accept-Encoding': 'identity' }
  return to.ask(path, { form, headers })
}

const wrong = 'not-the-kettle'

beforeAll(async () => {
  server = await openLimited()
})

afterAll(() => server.close())

beforeEach(() => {
  waits = []
  server.clock.forward(2 * hour)
})

describe.each(languages)('in %s', (language) => {
  const { errors } = words[language]
  const path = localizedPath('/login', language)

  it('the eleventh sign-in within a minute from one address is asked to wait', async () => {
    const { email } = await server.signUp()
    server.clock.forward(hour)
    const from = newSender()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { status } = await post(path, { email: newEmail(), password: wrong }, from)
      expect(status).toBe(400)
    }
    const { status, headers, text, setCookies } = await post(path, { email, password }, from)
    const seconds = Number(headers.get('Retry-After'))
    expect(status).toBe(429)
    expect(seconds).toBe(60 - (10 * floor) / 1_000)
    expect(languageOf(text)).toBe(language)
    expect(textOf(text)).toContain(
      errors.errors.wait.seconds_other.replace('{{count}}', String(seconds)),
    )
    expect(field(text, 'email')).toMatchObject({ value: email, invalid: false })
    expect(field(text, 'password').value).toBe('')
    expect(text).not.toContain(password)
    expect(setCookies).toEqual([])

    // Elsewhere nothing has happened, and here it is over when it was said to be.
    expect(await post(path, { email, password }, newSender())).toMatchObject({ status: 303 })
    server.clock.forward(seconds * 1_000)
    expect(await post(path, { email, password }, from)).toMatchObject({ status: 303 })
  })

  it('who guesses from nine networks keeps no browser out that has signed in before', async () => {
    const [ada, ben] = [await server.signUp(), await server.signUp()]
    const signIn = async ({ email }: { email: string }, given = password, browser = '') => {
      waits = []
      const headers = { 'X-Forwarded-For': newSender(), 'Accept-Encoding': 'identity' }
      return server.ask(path, { form: { email, password: given }, headers, cookie: browser })
    }
    const known = async (who: { email: string }) =>
      cookieNamed(await signIn(who), 'known-browser') ?? ''
    const [ofAda, ofBen] = [await known(ada), await known(ben)]
    server.clock.forward(179 * 24 * hour)
    const guess = async () => {
      for (let attempt = 0; attempt < 12; attempt += 1) await signIn(ada, wrong)
      expect(waits).toContain(longestDelay)
    }
    await guess()
    await signIn(ada, wrong, ofBen)
    expect(waits).toContain(longestDelay)
    const { status, setCookies } = await signIn(ada, password, ofAda)
    expect([status, waits]).toEqual([303, []])
    expect(setCookies.join()).toMatch(/known-browser=[\w-]+; Max-Age=15552000; Path=\/; HttpOnly/)
    // The old one ends after its time.
    server.clock.forward(2 * 24 * hour)
    await guess()
    await signIn(ada, password, ofAda)
    expect(waits).toContain(longestDelay)
  })

  it('a wrong password and an unknown address get the same answer after the same time', async () => {
    const { email } = await server.signUp()
    const unknown = newEmail()
    const answers = []
    for (const each of [email, unknown]) {
      waits = []
      const { text, headers, ...rest } = await post(
        path,
        { email: each, password: wrong },
        newSender(),
      )
      const others = Object.fromEntries(headers)
      delete others.date
      delete others['x-request-id']
      answers.push({ ...rest, headers: others, text: text.replaceAll(each, unknown), waits })
    }
    expect(answers[0]?.status).toBe(400)
    expect(answers[0]?.waits).toEqual([floor])
    expect(answers[0]).toEqual(answers[1])
  })
})

/** The waits in front of the identity service: the last one of a failure is the floor of its answer. */
async function delayOf(email: string, typed: string, from = newSender()) {
  waits = []
  const reply = await post('/login', { email, password: typed }, from)
  return { reply, delay: reply.status === 303 ? waits[0] : waits.slice(0, -1)[0] }
}

it('whoever tries one account from many addresses waits longer and longer', async () => {
  const { email } = await server.signUp()
  const delays = []
  for (let attempt = 0; attempt < freeFailures + 7; attempt += 1) {
    const { reply, delay } = await delayOf(email.toUpperCase(), wrong)
    expect(reply.status).toBe(400)
    delays.push(delay)
  }
  expect(delays.slice(0, freeFailures)).toEqual(Array(freeFailures).fill(undefined))
  expect(delays.slice(freeFailures)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])

  // Its owner gets in all the same, after that delay at most, and without it from then on.
  const owner = newSender()
  const first = await delayOf(email, password, owner)
  expect(first.reply.status).toBe(303)
  expect(first.delay).toBe(longestDelay)
  expect((await delayOf(email, password, owner)).delay).toBeUndefined()
  expect((await delayOf(email, wrong)).delay).toBeUndefined()
})

it('an account that does not exist is held up as one that does', async () => {
  const email = newEmail()
  for (let attempt = 0; attempt < freeFailures; attempt += 1) await delayOf(email, wrong)
  expect((await delayOf(email, wrong)).delay).toBe(firstDelay)
})

describe.each(languages)('mails in %s', (language) => {
  const { errors } = words[language]
  const path = localizedPath('/login?forgot', language)
  const ask = (email: string, intent = 'reset', from = newSender()) =>
    post(path, { email, intent }, from)

  it('to an account that exists and one that does not are promised alike, after the same time', async () => {
    const { email } = await server.signUp()
    for (const each of [email, newEmail()]) {
      waits = []
      expect(await ask(each)).toMatchObject({
        status: 303,
        location: localizedPath('/login?sent=reset', language),
      })
      expect(waits).toEqual([floor])
    }
  })

  it('go to one address five times an hour, whoever asks for them and for whichever', async () => {
    const email = newEmail()
    for (const intent of ['reset', 'link', 'reset', 'link', 'reset']) {
      expect((await ask(email, intent)).status).toBe(303)
    }
    const { status, headers, text } = await ask(email.toUpperCase())
    expect(status).toBe(429)
    expect(headers.get('Retry-After')).toBe(String(3_600 - (5 * floor) / 1_000))
    expect(textOf(text)).toContain(errors.errors.wait.minutes_other.replace('{{count}}', '60'))
    expect(field(text, 'email').value).toBe(email.toUpperCase())
    server.clock.forward(hour)
    expect((await ask(email)).status).toBe(303)
  })

  it('are asked for twenty times an hour from one address', async () => {
    const from = newSender()
    for (let mail = 0; mail < 20; mail += 1) {
      expect((await ask(newEmail(), 'reset', from)).status).toBe(303)
    }
    expect((await ask(newEmail(), 'link', from)).status).toBe(429)
    expect((await ask(newEmail())).status).toBe(303)
  })
})

describe.each(languages)('/verify-email in %s', (language) => {
  const { errors } = words[language]
  const path = localizedPath('/verify-email', language)

  it('looks at ten codes a minute from one address', async () => {
    const headers = { 'X-Forwarded-For': newSender() }
    const address = `${path}?mode=resetPassword&oobCode=guessed&lang=${language}`
    for (let code = 0; code < 10; code += 1) {
      expect((await server.ask(address, { headers })).status).toBe(400)
    }
    const { status, headers: told, text } = await server.ask(address, { headers })
    expect(status).toBe(429)
    expect(told.get('Retry-After')).toBe('60')
    expect(told.get('Cache-Control')).toBe('private, no-store')
    expect(textOf(text)).toContain(errors.errors.wait.seconds_other.replace('{{count}}', '60'))
    expect(waits).toEqual([])
  })

  it('sends its mail again five times an hour', async () => {
    const { cookie } = await server.signUp(newEmail(), language)
    const resend = () =>
      server.ask(path, {
        method: 'POST',
        cookie,
        form: {},
        headers: { 'X-Forwarded-For': newSender() },
      })
    for (let mail = 0; mail < 5; mail += 1) {
      expect((await resend()).location).toBe(`${path}?mail=sent`)
    }
    const { status, headers, text } = await resend()
    expect(status).toBe(429)
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(59 * 60)
    expect(textOf(text)).toContain(errors.errors.wait.minutes_other.replace('{{count}}', '60'))
  })
})

it('starting over and over with Google is asked to wait beside its button', async () => {
  const faults = await startFaultServer()
  const troubled = await openLimited({}, faults)
  faults.answer({ json: { authUri: 'https://accounts.google.com/auth', sessionId: 'session' } })
  const from = newSender()
  const start = () => post('/login', { intent: 'google' }, from, troubled)
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await start()).status).toBe(303)
  const { status, headers, text } = await start()
  expect(status).toBe(429)
  expect(headers.get('Retry-After')).toBe('60')
  expect(textOf(text)).toContain(
    words.en.errors.errors.wait.seconds_other.replace('{{count}}', '60'),
  )
  await troubled.close()
})

it('a service that is down costs nobody their tries', async () => {
  const faults = await startFaultServer()
  const troubled = await openLimited({}, faults)
  faults.answer('reset')
  const form = { email: 'ada@example.com', password }
  for (let attempt = 0; attempt < 2 * freeFailures; attempt += 1) {
    expect((await post('/login', form, newSender(), troubled)).status).toBe(503)
  }
  expect(new Set(waits)).toEqual(new Set([floor]))
  await troubled.close()
})

it('signing up with an address that has an account takes as long as a wrong password', async () => {
  const { email } = await server.signUp()
  waits = []
  const { status } = await post('/signup', { email, password }, newSender())
  expect(status).toBe(409)
  expect(waits).toEqual([floor])
})

it('the eleventh token that a browser brings within a minute has to wait too', async () => {
  const { idToken } = await signUpInBrowser(newEmail(), password)
  // The sign-in was within the last minutes by both clocks.
  server.clock.now = new Date()
  const from = newSender()
  const bring = () =>
    server.ask('/session', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${idToken}`,
        Origin: server.origin,
        'X-Forwarded-For': from,
      },
    })
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await bring()).status).toBe(204)
  const { status, headers, text } = await bring()
  expect(status).toBe(429)
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(JSON.parse(text)).toEqual({ error: { code: 'too-many-requests' } })
})

it('no address is written down', async () => {
  const from = newSender()
  const { email } = await server.signUp()
  const reply = await post('/login', { email, password }, from)
  expect(cookieFrom(reply)).not.toBe('')
  await post('/login', { email, password: wrong }, from)
  const dump = readdirSync(server.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
  // What the sign-in did write down is in there, so an address would be as well.
  expect(dump.join('\n')).toContain(email)
  expect(dump.join('\n')).not.toContain(from)
  expect(dump.join('\n')).not.toContain('127.0.0.1')
})
