import { beforeEach, expect, test } from 'vitest'
import { createCaptchaDemand } from '../../../app/adapters/in-process/captcha.server'
import type { CaptchaDemand, RecaptchaConfig } from '../../../app/domain/identity/captcha'

const minute = 60_000
const hour = 60 * minute
const began = Date.UTC(2026, 2, 4, 9)

let asked: number
let answer: RecaptchaConfig | Error
let demand: CaptchaDemand

beforeEach(() => {
  asked = 0
  answer = { siteKey: 'key', password: 'ENFORCE' }
  demand = createCaptchaDemand(async () => {
    asked++
    if (answer instanceof Error) throw answer
    return answer
  })
})

/** The key at so many milliseconds after the beginning. */
const keyAfter = (milliseconds: number) => demand.siteKey(new Date(began + milliseconds))

test.each([
  [{ siteKey: 'key', password: 'ENFORCE' }, 'key'],
  [{ siteKey: 'key', password: 'AUDIT' }, undefined],
  [{ siteKey: 'key', password: 'OFF' }, undefined],
  [{ password: 'ENFORCE' }, undefined],
] as const)('%j demands %s', async (config, key) => {
  answer = config
  expect(await keyAfter(0)).toBe(key)
})

test('the service is asked once at a time and an hour', async () => {
  expect(await Promise.all([keyAfter(0), keyAfter(0), keyAfter(0)])).toEqual(['key', 'key', 'key'])
  expect(await keyAfter(hour - 1)).toBe('key')
  expect(asked).toBe(1)
  answer = { password: 'OFF' }
  expect(await keyAfter(hour)).toBeUndefined()
  expect(asked).toBe(2)
})

test('a failure counts as no demand, and is asked again after a minute', async () => {
  answer = new Error('down')
  expect(await keyAfter(0)).toBeUndefined()
  answer = { siteKey: 'key', password: 'ENFORCE' }
  expect(await keyAfter(minute - 1)).toBeUndefined()
  expect(asked).toBe(1)
  expect(await keyAfter(minute)).toBe('key')
})

test('nobody waits long for a service that does not answer, and only the first one at all', async () => {
  let say = (_: RecaptchaConfig) => {}
  const slow = new Promise<RecaptchaConfig>((resolve) => {
    say = resolve
  })
  const patient = createCaptchaDemand(() => slow, 1)
  expect(await patient.siteKey(new Date(began))).toBeUndefined()
  expect(await patient.siteKey(new Date(began))).toBeUndefined()
  say({ siteKey: 'key', password: 'ENFORCE' })
  await slow
  expect(await patient.siteKey(new Date(began))).toBe('key')
})

test('an attempt that fails late forgets nothing that was learnt since', async () => {
  let fail = (_: Error) => {}
  const hung = new Promise<RecaptchaConfig>((_, reject) => {
    fail = reject
  })
  const attempts = [hung, Promise.resolve({ siteKey: 'key', password: 'ENFORCE' } as const)]
  const patient = createCaptchaDemand(() => attempts.shift() ?? hung, 1)
  expect(await patient.siteKey(new Date(began))).toBeUndefined()
  patient.missed()
  expect(await patient.siteKey(new Date(began))).toBe('key')
  fail(new Error('down'))
  await expect(hung).rejects.toThrow('down')
  expect(await patient.siteKey(new Date(began))).toBe('key')
})

test('what was not known to be demanded is asked again once it was, and only then', async () => {
  answer = { password: 'OFF' }
  await keyAfter(0)
  answer = { siteKey: 'key', password: 'ENFORCE' }
  demand.missed()
  expect(await keyAfter(1)).toBe('key')
  demand.missed()
  expect(await keyAfter(2)).toBe('key')
  expect(asked).toBe(2)
})
