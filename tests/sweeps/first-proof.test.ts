import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comeFirst, expectShut, opened, strangersPassword, ways } from '../support/first-proof'
import { cookiesOf, type Google, openGoogle } from '../support/google'
import { textOf } from '../support/html'
import { signUpInBrowser } from '../support/identity-operator'
import { ownAccounts } from '../support/own-servers'
import { cookieFrom, newEmail, openTestServer, words } from '../support/test-server'
import { mailsIn } from '../support/written-mails'

let google: Google
beforeAll(async () => {
  google = await openGoogle()
})
afterAll(() => google.close())

/** The emulator outlives the servers that ask it. */
const identity = () => ({ host: google.host })

// With accounts of our own, nobody can sign up before an owner who is not named.
const settings = (ownAccounts ? [true] : [true, false]).flatMap((named) =>
  ['open', 'closed'].map((signup) => ({ named, signup })),
)

describe.each(settings)('With SITE_DESK set: $named, and SIGNUP=$signup', ({ named, signup }) => {
  test.each(Object.keys(ways))('the owner who comes in by %s has the shop alone', async (way) => {
    const email = newEmail()
    const environment = { SIGNUP: signup, SITE_DESK: named ? email : '' }
    const server = await openTestServer({ environment, identity: identity() })
    const stranger = await comeFirst(server, email)
    const cookie = (await ways[way]?.(server, email)) ?? ''
    await expectShut(server, email, stranger)
    expect((await server.ask('/dashboard/orders', { cookie })).status).toBe(200)
    await expectShut(server, email, stranger)
    await server.close()
  })
})

describe('An invitation to an address with which a stranger came first', () => {
  // Where sign-up is closed, the stranger comes by the identity service itself.
  test.each(ownAccounts ? ['open'] : ['open', 'closed'])(
    'is accepted by the mailbox alone, with SIGNUP=%s',
    async (signup) => {
      const server = await openTestServer({ environment: { SIGNUP: signup }, identity: identity() })
      const manager = await server.signUp()
      const email = newEmail()
      const atService = async () => ({
        cookie: '',
        tokens: await signUpInBrowser(email, strangersPassword),
      })
      const stranger = await (signup === 'open' ? comeFirst(server, email) : atService())
      const people = '/dashboard/settings/people'
      const invite = { key: randomUUID(), intent: 'invite', email, kind: 'manager' }
      await server.ask(people, { ...manager, form: invite })
      await server.runDue()
      const text = (await mailsIn(server.folder, email)).map((mail) => mail.text).join('\n')
      const page = /\/signup\?invitation=[\w-]+/.exec(text)?.[0] ?? ''
      const entered = await server.ask(await opened(server, email, 'EMAIL_SIGNIN', page), {
        form: { email },
      })
      expect(entered.location).toBe(page)
      const cookie = cookieFrom(entered)
      const asked = await server.ask(page, { cookie: cookiesOf(entered) })
      expect(textOf(asked.text)).toContain(words.en.notices.passwordDropped)
      const joining = { intent: 'join', displayName: 'Ida Lund' }
      expect((await server.ask(page, { cookie, form: joining })).location).toBe('/dashboard')
      await expectShut(server, email, stranger)
      expect((await server.ask('/dashboard/orders', { cookie })).status).toBe(200)
      await server.close()
    },
  )
})
