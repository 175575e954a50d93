import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/languages'
import { mostFields } from '~/http/form-fields.server'
import { localizedPath } from '~/i18n/addresses'
import { type Counter, openCounter, words } from './counter'

let counter: Counter
let cookie: string

beforeAll(async () => {
  counter = await openCounter()
  cookie = (await counter.signUp()).cookie
})

afterAll(() => counter.close())

const forms = [
  '/chat',
  '/login',
  '/signup',
  '/shop',
  '/shop?checkout',
  '/mails',
  '/verify-email?mode=resetPassword&oobCode=none',
  '/withdrawal',
  '/dashboard?index',
  '/dashboard/embed',
  '/dashboard/feedback',
  '/dashboard/profile',
  '/dashboard/settings',
  '/dashboard/tickets',
]

/** Names that parsers of forms read as paths, or that objects have of their own. */
const names = [
  'files[4294967294]',
  'chosen[5000000]',
  'files[]',
  'a.b.c',
  '__intent__',
  '__state__',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
]

/** Sends it as a browser does that is signed in. */
function send(path: string, body: string, type = 'application/x-www-form-urlencoded') {
  const { origin } = counter
  const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': type }
  return counter.ask(path, { method: 'POST', cookie, body, headers })
}

const multipart = (...fields: [name: string, value: string][]) =>
  `${fields
    .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`)
    .join('\r\n')}\r\n--b--\r\n`

describe('a form with fields that no page of ours has', () => {
  it.each(forms)('is refused by %s', async (path) => {
    for (const name of names) {
      const plain = new URLSearchParams([
        ['key', 'k'],
        ['body', 'hi'],
        [name, 'x'],
      ])
      expect((await send(path, String(plain))).status, name).toBe(400)
      const parts = multipart(['key', 'k'], ['body', 'hi'], [name, 'x'])
      const reply = await send(path, parts, 'multipart/form-data; boundary=b')
      expect(reply.status, `${name} in parts`).toBe(400)
    }
  })

  it.each(languages)('is answered in the language of the address: %s', async (language) => {
    const { status, text } = await send(localizedPath('/login', language), 'a%5B0%5D=x')
    expect(status).toBe(400)
    expect(text).toContain(words[language].errors.page.refused)
    expect(text).toContain(words[language].errors.page.refusedHelp)
  })
})

describe('a form with more fields than any of ours', () => {
  const many = mostFields + 1

  it.each(forms)('is refused by %s', async (path) => {
    const different = Array.from({ length: many }, (_, place) => `a${place}=`).join('&')
    const same = Array.from({ length: many }, () => 'files=').join('&')
    for (const body of [different, same]) expect((await send(path, body)).status).toBe(400)
    const parts = multipart(...Array.from({ length: many }, (): [string, string] => ['a', '']))
    const reply = await send(path, parts, 'multipart/form-data; boundary=b')
    expect(reply.status).toBe(400)
  })
})

it.each(forms)('a body that is no form is refused by %s', async (path) => {
  for (const type of ['text/plain', 'application/json', '']) {
    expect((await send(path, 'body=hi', type)).status, type).toBe(400)
  }
})
