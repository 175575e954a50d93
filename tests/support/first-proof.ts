import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ActionKind } from '~/domain/identity/identity'
import { cookiesOf, goToGoogle } from './google'
import { lastCode } from './mailed-codes'
import { ownAccounts } from './own-servers'
import { cookieFrom, password, type TestServer } from './test-server'

export const strangersPassword = 'nobody expects this stranger'

export interface Stranger {
  cookie: string
  tokens: { idToken: string; refreshToken: string }
}

export function signIn({ services, clock }: TestServer, email: string, password: string) {
  return services.identity.signInWithPassword({ email, password }, clock.now)
}

/** Somebody who opens an account with an address that is another's. */
export async function comeFirst(server: TestServer, email: string): Promise<Stranger> {
  const signedUp = await server.ask('/signup', { form: { email, password: strangersPassword } })
  const cookie = cookieFrom(signedUp)
  expect((await server.ask('/dashboard', { cookie })).status).toBe(200)
  return { cookie, tokens: (await signIn(server, email, strangersPassword)).tokens }
}

export async function opened(
  server: TestServer,
  email: string,
  kind: ActionKind,
  to = '/dashboard',
  lang = 'en',
) {
  const { identity } = server.services
  const continueUrl = server.origin + to
  if (kind === 'EMAIL_SIGNIN') await identity.sendSignInLink(email, 'en', { continueUrl })
  if (kind === 'PASSWORD_RESET') await identity.sendPasswordReset(email, 'en')
  const oobCode = await lastCode(email, kind)
  return `/verify-email?${new URLSearchParams({ oobCode, lang, continueUrl })}`
}

/** How the owner of the mailbox comes in; each answers with the cookie of a session that proved the address. */
export const ways: Record<string, (server: TestServer, email: string) => Promise<string>> = {
  'an e-mailed sign-in link': async (server, email) =>
    cookieFrom(await server.ask(await opened(server, email, 'EMAIL_SIGNIN'), { form: { email } })),
  'a new password by e-mail': async (server, email) => {
    await server.ask(await opened(server, email, 'PASSWORD_RESET'), { form: { password } })
    return cookieFrom(await server.ask('/login', { form: { email, password } }))
  },
  ...(!ownAccounts && {
    Google: async (server: TestServer, email: string) => {
      const user = { sub: randomUUID(), email, email_verified: true }
      const { start, back } = await goToGoogle(server, '/login', user)
      return cookieFrom(await server.ask(back, { cookie: cookiesOf(start) }))
    },
  }),
  '“That was not me” and an account of their own': async (server, email) => {
    const link = await opened(server, email, 'VERIFY_EMAIL')
    expect((await server.ask(link, { form: { intent: 'not-mine' } })).status).toBe(303)
    const cookie = cookieFrom(await server.ask('/signup', { form: { email, password } }))
    await server.ask(await opened(server, email, 'VERIFY_EMAIL'), { cookie, form: {} })
    return cookie
  },
}

/** What the stranger has from before the proof opens nothing any more. */
export async function expectShut(
  server: TestServer,
  email: string,
  stranger: Stranger,
): Promise<void> {
  const { cookie, tokens } = stranger
  for (const page of ['/dashboard', '/dashboard/orders', '/verify-email']) {
    const { status, location } = await server.ask(page, { cookie })
    expect([page, status, location.split('?')[0]]).toEqual([page, 303, '/login'])
  }
  const form = { email, password: strangersPassword }
  const entered = await server.ask('/login', { form })
  expect([entered.status >= 400, cookieFrom(entered)]).toEqual([true, ''])
  const { now } = server.clock
  server.clock.now = new Date()
  for (const body of [{}, { refreshToken: tokens.refreshToken }]) {
    const headers = { Authorization: `Bearer ${tokens.idToken}`, Origin: server.origin }
    const synced = await server.ask('/session', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect([synced.status, cookieFrom(synced)]).toEqual([ownAccounts ? 403 : 401, ''])
  }
  server.clock.now = now
}
