import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoverInvitationSecret } from '~/http/links/invitation-link.server'
import { cookiesOf } from '../support/google'
import { field, textOf } from '../support/html'
import { challengeCookie, type Lies, newDevice } from '../support/passkeys'
import {
  cookieFrom,
  newEmail,
  type Owner,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'

const own = {
  // Browsers make no passkeys for an address that is a number.
  PUBLIC_ORIGIN: 'http://localhost:0',
  ACCOUNTS: 'own',
  FIREBASE_API_KEY: '',
  FIREBASE_PROJECT_ID: '',
  FIREBASE_AUTH_EMULATOR_HOST: '',
  SITE_DESK: newEmail(),
}

let server: TestServer
let manager: Pick<Owner, 'cookie' | 'desk'>
beforeAll(async () => {
  server = await openTestServer({ environment: { ...own, SMTP_URL: 'smtp://127.0.0.1:1' } })
  manager = await confirmed(server)
})
afterAll(() => server.close())

async function confirmed(at: TestServer): Promise<Pick<Owner, 'cookie' | 'desk'>> {
  const email = newEmail()
  const cookie = cookieFrom(await at.ask('/signup', { form: { email, password } }))
  const { identities, members } = at.services
  const found = await identities.findByEmail(email)
  if (!found) throw new Error('Nobody has signed up')
  await identities.change(found.uid, () => ({ ...found, emailVerified: true }))
  await at.ask('/verify-email', { cookie })
  const [owned] = await members.desksOf(found.uid)
  if (!owned) throw new Error('No desk')
  return { cookie, desk: owned.desk }
}

/** The page of an invitation of this address. */
async function invite(email: string, at = server, by = manager): Promise<string> {
  const form = { intent: 'invite', key: randomUUID(), email, kind: 'colleague' }
  expect((await at.ask('/dashboard/settings/people', { ...by, form })).status).toBe(303)
  const all = await at.services.invitations.list(by.desk.id)
  const sent = all.find((each) => each.email === email)
  return `/signup?invitation=${sent && recoverInvitationSecret(at.secrets, sent)}`
}

/** As the page's script does. */
async function begin(path = '/passkey?new') {
  const headers = { Origin: server.origin, 'Sec-Fetch-Site': 'same-origin' }
  const reply = await server.ask(path, { method: 'POST', headers })
  const asked = JSON.parse(reply.text) as { challenge: string; uid: string; site: string }
  return { ...asked, cookie: challengeCookie(reply) }
}

const device = () => newDevice(server.origin)
const send = (path: string, passkey: string, cookie: string, displayName = 'Ida Lund') =>
  server.ask(path, { cookie, form: { intent: 'passkey', displayName, passkey } })
const accountOf = (email: string) => server.services.identities.findByEmail(email)

async function join(email: string, lies?: Lies) {
  const path = await invite(email)
  const { challenge, uid, cookie } = await begin()
  const own = device()
  const reply = await send(path, JSON.stringify(own.create(challenge, uid, lies)), cookie)
  return { reply, uid, device: own, path }
}

test('A passkey joins on the page of the invitation, without a password or a letter', async () => {
  const email = newEmail()
  expect((await server.ask(await invite(email))).text).toContain('id="with-passkey"')
  const { reply, uid, device, path } = await join(email)
  expect(reply).toMatchObject({ status: 303, location: '/dashboard' })
  expect(await accountOf(email)).toMatchObject({
    uid,
    emailVerified: true,
    displayName: 'Ida Lund',
  })
  expect(await accountOf(email)).not.toHaveProperty('passwordHash')
  const members = await server.services.members.list(manager.desk.id)
  expect(members.find((each) => each.uid === uid)?.name).toBe('Ida Lund')
  const letters = await server.services.mails.listDue(new Date(server.clock.now.getTime() + 1), 50)
  expect(letters.map(({ kind }) => kind)).not.toContain('passkey-added')

  const room = await server.ask('/dashboard', { cookie: cookiesOf(reply) })
  expect([room.status, textOf(room.text)]).toEqual([
    200,
    expect.stringContaining(words.en.notices.deskJoined),
  ])
  const { challenge, cookie } = await begin('/passkey')
  const passkey = JSON.stringify(device.get(challenge))
  const signedIn = await server.ask('/login', { cookie, form: { intent: 'passkey', passkey } })
  expect(signedIn).toMatchObject({ status: 303, location: '/dashboard' })
  expect((await server.ask(path)).status).toBe(410)
})

test('An account without a password gets one by “Forgotten password?” alone', async () => {
  const email = newEmail()
  const { reply } = await join(email)
  const cookie = cookieFrom(reply)
  const page = await server.ask('/dashboard/settings/password', { cookie })
  expect(textOf(page.text)).toContain(words.en.account.noWay)
  const refused = await server.ask('/login', { form: { email, password } })
  expect(refused.status).toBe(400)
  const form = {
    intent: 'change-password',
    currentPassword: password,
    newPassword: 'the-tea-is-ready',
  }
  expect((await server.ask('/dashboard/settings/password', { cookie, form })).status).toBe(403)
  const reset = await server.ask('/dashboard/settings/password', {
    cookie,
    form: { intent: 'send-reset-mail' },
  })
  expect(reset.status).toBe(303)
  const due = await server.services.mails.listDue(new Date(server.clock.now.getTime() + 1), 50)
  expect(due.map(({ kind }) => kind)).toContain('account-link')
})

const lies: Record<string, Lies> = {
  'another site': { origin: 'https://evil.example' },
  'another relying party': { host: 'evil.example' },
  'another challenge': { challenge: 'A'.repeat(43) },
  'a sign-in': { type: 'webauthn.get' },
}
test.each(Object.keys(lies))('A passkey of %s opens no account', async (name) => {
  const email = newEmail()
  const { reply } = await join(email, lies[name])
  expect([reply.status, textOf(reply.text)]).toEqual([
    400,
    expect.stringContaining(words.en.auth.wrongPasskey),
  ])
  expect(await accountOf(email)).toBeUndefined()
})

test('A press without a name, or without an answer of the device, keeps what was typed and makes nothing', async () => {
  const email = newEmail()
  const path = await invite(email)
  const { challenge, uid, cookie } = await begin()
  const nameless = await send(path, '', cookie, ' ')
  expect(field(nameless.text, 'displayName').described).toContain(words.en.errors.name.missing)
  const silent = await send(path, '', cookie)
  expect(textOf(silent.text)).toContain(words.en.auth.wrongPasskey)
  expect(field(silent.text, 'displayName').value).toBe('Ida Lund')
  // What was begun to sign in, or in another browser, makes no account.
  const other = await begin('/passkey')
  for (const from of [other.cookie, '']) {
    const made = JSON.stringify(device().create(challenge, uid))
    expect(textOf((await send(path, made, from)).text)).toContain(words.en.auth.passkeyOver)
  }
  expect(await accountOf(email)).toBeUndefined()
})

test('A passkey joins once: neither a second time, nor by an invitation that was withdrawn', async () => {
  const email = newEmail()
  const path = await invite(email)
  const { challenge, uid, cookie } = await begin()
  const made = JSON.stringify(device().create(challenge, uid))
  const [sent] = await server.services.invitations.list(manager.desk.id)
  const replies = await Promise.all([send(path, made, cookie), send(path, made, cookie)])
  expect(
    replies.map(({ status }) => status).every((status) => [303, 400, 409].includes(status)),
  ).toBe(true)
  expect(await server.services.passkeys.list(uid)).toHaveLength(1)

  const late = newEmail()
  const withdrawn = await invite(late)
  const all = await server.services.invitations.list(manager.desk.id)
  const { id = '' } = all.find((each) => each.email === late) ?? sent ?? {}
  await server.services.invitations.withdraw(manager.desk.id, id, server.clock.now)
  const again = await begin()
  const reply = await send(
    withdrawn,
    JSON.stringify(device().create(again.challenge, again.uid)),
    again.cookie,
  )
  expect(reply.status).toBe(410)
  expect(await accountOf(late)).toBeUndefined()
})

test('No passkey is offered where the link is passed on by hand, which proves no address', async () => {
  const silent = await openTestServer({ environment: { ...own, SITE_DESK: newEmail() } })
  const host = await confirmed(silent)
  const email = newEmail()
  const path = await invite(email, silent, host)
  expect((await silent.ask(path)).text).not.toContain('id="with-passkey"')
  const form = { intent: 'passkey', displayName: 'Ida Lund', passkey: '' }
  const refused = await silent.ask(path, { form })
  expect(refused.status).toBe(403)
  expect(await silent.services.identities.findByEmail(email)).toBeUndefined()
  await silent.close()
})
