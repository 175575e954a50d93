import { expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { withLimits } from '../support/app'
import { field, textOf } from '../support/html'
import {
  hour,
  minute,
  newEmail,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'

// What the proxy adds tells senders apart.
const openLimited = () => openTestServer({ environment: { TRUST_PROXY: '1' }, limited: withLimits })

function post(path: string, form: Record<string, string>, from: string, to: TestServer) {
  return to.ask(path, { form, headers: { 'X-Forwarded-For': from } })
}

it.each(languages)('a wait of more than a minute is told in minutes, in %s', async (language) => {
  const path = localizedPath('/login', language)
  const from = '198.51.100.1'
  const limited = await openLimited()
  const form = { email: newEmail(), password: 'not-the-kettle' }
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (attempt % 10 === 0) limited.clock.forward(minute)
    await post(path, { email: newEmail(), password: 'not-the-kettle' }, from, limited)
  }
  limited.clock.forward(minute)
  const { status, headers, text } = await post(path, form, from, limited)
  const seconds = Number(headers.get('Retry-After'))
  expect(status).toBe(429)
  expect(seconds).toBeGreaterThan(40 * 60)
  const minutes = String(Math.ceil(seconds / 60))
  expect(textOf(text)).toContain(
    words[language].errors.errors.wait.minutes_other.replace('{{count}}', minutes),
  )
  await limited.close()
})

it('whoever rents a subnet closes sign-up for nobody else, and what comes to no account costs nobody', async () => {
  const limited = await openLimited()
  const signUp = (from: string, email = newEmail()) =>
    post('/signup', { email, password }, from, limited)
  const { email } = await limited.signUp()
  for (let each = 0; each < 110; each += 1) {
    const { status } = await signUp(`2001:db8:7:${each.toString(16)}::1`)
    expect(status, String(each)).toBe(each < 45 ? 303 : 429)
  }
  // Many times as many as all may open, and none of them is one.
  for (let each = 0; each < 110; each += 1) await signUp(`10.${each}.0.1`, email)
  expect((await signUp('10.200.0.1')).status).toBe(303)
  await limited.close()
})

it('everybody together opens 100 accounts an hour at most', async () => {
  const limited = await openLimited()
  const signUp = (subnet: number, email = newEmail()) =>
    post('/signup', { email, password }, `10.${subnet}.0.1`, limited)
  for (let account = 0; account < 100; account += 1) {
    expect((await signUp(Math.floor(account / 15))).status, String(account)).toBe(303)
  }
  const { status, headers, text } = await signUp(99, 'ada@example.com')
  expect(status).toBe(429)
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(50 * 60)
  expect(field(text, 'email').value).toBe('ada@example.com')
  limited.clock.forward(hour)
  expect((await signUp(99)).status).toBe(303)
  await limited.close()
})
