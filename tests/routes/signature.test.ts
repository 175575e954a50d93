import { afterAll, beforeAll, expect, it } from 'vitest'
import { field } from '../support/html'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer
let ada: Owner
let ben: Owner

beforeAll(async () => {
  server = await openTestServer()
  ada = await server.signUp()
  ben = await server.join(ada.desk, 'colleague')
})

afterAll(() => server.close())

const ofDesk = '/dashboard/settings/signature'
const profile = '/dashboard/profile'
const saving = { undoSeconds: '60', signatureEn: '', signatureDe: '' }

it.each([
  [ofDesk, 'save-signature'],
  [profile, 'save-answers'],
])('a signature is saved and shown at %s, two lines of 160 characters', async (path, intent) => {
  const form = { ...saving, intent, signatureDe: 'Ada\nRösterei', signatureEn: 'Ada\nRoastery' }
  expect((await server.ask(path, { ...ada, form })).status).toBe(303)
  const page = await server.ask(path, ada)
  expect(field(page.text, 'signatureDe').value).toBe('Ada\nRösterei')
  expect(field(page.text, 'signatureEn').value).toBe('Ada\nRoastery')
  for (const [signatureDe, error] of [
    ['one\ntwo\nthree', words.en.signature.errors.lines],
    ['x'.repeat(161), words.en.signature.errors.long],
  ] as const) {
    const refused = await server.ask(path, { ...ada, form: { ...form, signatureDe } })
    expect(refused.status).toBe(400)
    expect(field(refused.text, 'signatureDe')).toMatchObject({
      value: signatureDe,
      described: expect.stringContaining(error),
    })
    expect(field(refused.text, 'signatureEn').value).toBe('Ada\nRoastery')
  }
})

it('the counter’s signature is for managers, everybody has their own', async () => {
  const form = { ...saving, intent: 'save-signature', signatureDe: 'Ben' }
  expect((await server.ask(ofDesk, { ...ben, form })).status).toBe(403)
  const own = { ...saving, intent: 'save-answers', signatureDe: 'Ben' }
  expect((await server.ask(profile, { ...ben, form: own })).status).toBe(303)
  expect(field((await server.ask(profile, ben)).text, 'signatureDe').value).toBe('Ben')
  expect(field((await server.ask(profile, ada)).text, 'signatureDe').value).toBe('Ada\nRösterei')
})
