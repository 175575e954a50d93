import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIdentityToolkit } from '../../app/adapters/identity-toolkit/identity.server'
import { describe as describeCode } from '../../app/domain/identity/errors'
import type { Identity } from '../../app/domain/identity/identity'
import { languages } from '../../app/domain/text/languages'
import { translations } from '../../app/i18n/translation.server'
import { failureOf } from '../adapters/identity-toolkit/failure-of'
import { portCalls, secrets } from '../adapters/identity-toolkit/port-calls'
import { expectedCodes } from '../domain/identity/codes'
import { type FaultServer, refusal, startFaultServer } from '../support/fault-server'

let server: FaultServer
let identity: Identity

beforeAll(async () => {
  server = await startFaultServer()
  identity = createIdentityToolkit({ apiKey: secrets.key, emulatorHost: server.host })
})

afterAll(() => server.close())

/** The words that a person would read, in each language. */
function wordsFor(key: string): string[] {
  return languages.map((language) => translations(language).t(key as 'errors:general'))
}

const calls = Object.entries(portCalls)

/** Behind " : " the service tells what it was sent; a test of what is kept of it. */
const told = `a detail with ${secrets.postBody}, ${secrets.email} and ${secrets.key}`

test.each(calls)(
  '%s answers every code with our words for it, in both languages',
  async (_, it) => {
    for (const [message, code, status] of expectedCodes) {
      for (const text of [message, `${message} : ${told}`]) {
        server.answer(refusal(text))
        const error = await failureOf(it.call(identity))
        expect(error.code, text).toBe(code)
        expect(error.detail, text).toContain(message)
      }
      const shown = describeCode(code)
      expect(shown.status, message).toBe(status)
      const [english = '', german = ''] = wordsFor(shown.key)
      expect(english, message).toMatch(/^[A-Z].*\.$/)
      expect(german, message).toMatch(/^[A-ZÄÖÜ].*\.$/)
      expect(german).not.toBe(english)
      expect(`${english} ${german}`).not.toMatch(/\w:\w|[A-Z]+_[A-Z]+|a detail/)
    }
  },
)

test.each(calls)('%s answers what no catalogue knows with general words', async (_, it) => {
  for (const message of ['A_CODE_THAT_IS_NEW : with a detail', 'A new sentence.', '']) {
    server.answer(refusal(message))
    const { code } = await failureOf(it.call(identity))
    expect(describeCode(code)).toEqual({ status: 503, key: 'errors:general' })
  }
})

test.each([
  ['wrong-password', 'e-mail address or password is wrong', 'E-Mail-Adresse oder Passwort stimmt'],
  ['user-not-found', 'e-mail address or password is wrong', 'E-Mail-Adresse oder Passwort stimmt'],
  ['too-many-requests', 'too many attempts', 'zu viele Versuche'],
  ['expired-action-code', 'has expired', 'abgelaufen'],
  ['invalid-action-code', 'already been used', 'schon benutzt'],
  ['user-disabled', 'blocked', 'gesperrt'],
  ['network-request-failed', 'not responding', 'antwortet gerade nicht'],
  ['invalid-api-key', 'set up incorrectly on our side', 'falsch eingestellt'],
] as const)('the words for %s say %j and %j', (code, english, german) => {
  const [inEnglish, inGerman] = wordsFor(describeCode(code).key)
  expect(inEnglish).toContain(english)
  expect(inGerman).toContain(german)
})
