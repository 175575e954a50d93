import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { signInInBrowser, signUpInBrowser } from '../support/identity-operator'
import { lastCode } from '../support/mailed-codes'
import { ownAccounts } from '../support/own-servers'
import { cookieFrom, newEmail, openTestServer, type TestServer } from '../support/test-server'

const composed = 'Zwölf Käuze im Gehölz'
const other = 'Süße Möhren für Jürgen'

/** As keyboards of a Mac write it: the letter, then its dots. */
const decomposed = (text: string) => text.normalize('NFD')

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  // With accounts of our own, the first one comes by the set-up link.
  if (ownAccounts) await server.signUp()
})
afterAll(() => server.close())

const statusOf = async (email: string, password: string) =>
  (await server.ask('/login', { form: { email, password } })).status

/** Whether both ways to write it sign in; the identity service has it in the composed one. */
async function expectSignsIn(email: string, password: string): Promise<void> {
  for (const typed of [password, decomposed(password)]) {
    expect(await statusOf(email, typed)).toBe(303)
  }
  if (!ownAccounts) await signInInBrowser(email, password)
}

describe('A password with umlauts is the same on every keyboard', () => {
  test.each([composed, decomposed(composed)])('at sign-up and sign-in', async (password) => {
    const email = newEmail()
    expect((await server.ask('/signup', { form: { email, password } })).status).toBe(303)
    await expectSignsIn(email, composed)
    expect(await statusOf(email, decomposed(other))).toBe(400)
  })

  test('when it is changed, and to confirm a change of the address', async () => {
    const email = newEmail()
    const entered = await server.ask('/signup', { form: { email, password: composed } })
    const section = '/dashboard/settings/password'
    const changed = await server.ask(section, {
      cookie: cookieFrom(entered),
      form: {
        intent: 'change-password',
        currentPassword: decomposed(composed),
        newPassword: decomposed(other),
      },
    })
    expect(changed).toMatchObject({ status: 303, location: section })
    await expectSignsIn(email, other)
    const cookie = cookieFrom(changed)
    const form = { intent: 'change-email', email: newEmail(), emailPassword: decomposed(other) }
    expect((await server.ask('/dashboard/profile', { cookie, form })).status).toBe(303)
  })

  test('when it is reset by a link', async () => {
    const email = newEmail()
    await server.ask('/signup', { form: { email, password: composed } })
    await server.ask('/login', { form: { email, intent: 'reset' } })
    const code = await lastCode(email, 'PASSWORD_RESET')
    const link = `/verify-email?mode=resetPassword&oobCode=${code}&lang=en`
    const reset = await server.ask(link, { form: { password: decomposed(other) } })
    expect(reset.status).toBe(303)
    await expectSignsIn(email, other)
  })

  test('to delete the account', async () => {
    const email = newEmail()
    const entered = await server.ask('/signup', { form: { email, password: composed } })
    const form = {
      intent: 'delete',
      deletionPassword: decomposed(composed),
      confirmation: 'delete',
    }
    const deleted = await server.ask('/dashboard/settings/delete?step=confirm', {
      cookie: cookieFrom(entered),
      form,
    })
    expect(deleted).toMatchObject({ status: 303, location: '/' })
  })

  test.skipIf(ownAccounts)('in an account that was made with the other form', async () => {
    const email = newEmail()
    await signUpInBrowser(email, decomposed(composed))
    for (const typed of [composed, decomposed(composed)]) {
      expect(await statusOf(email, typed)).toBe(303)
    }
    expect(await statusOf(email, other)).toBe(400)
  })
})

describe('/.well-known/change-password', () => {
  test('leads to where a password is changed, by way of sign-in without a session', async () => {
    const { cookie } = await server.signUp()
    for (const language of languages) {
      const chosen = `i18n_redirected=${language}`
      const room = localizedPath('/dashboard/settings/password', language)
      for (const cookies of [chosen, `${chosen}; ${cookie}`]) {
        const { status, location, headers } = await server.ask('/.well-known/change-password', {
          cookie: cookies,
        })
        expect([status, location]).toEqual([302, room])
        expect(headers.get('Cache-Control')).toBe('no-store')
      }
      const opened = await server.ask(room, { cookie })
      expect(opened.text).toContain('name="newPassword"')
      const login = localizedPath('/login', language)
      expect((await server.ask(room)).location).toBe(
        `${login}?redirect=${encodeURIComponent(room)}`,
      )
    }
    expect((await server.ask('/.well-known/change-password')).location).toBe(
      '/dashboard/settings/password',
    )
  })
})
