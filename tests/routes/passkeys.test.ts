import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostPasskeys } from '~/domain/identity/passkeys'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { withLimits } from '../support/app'
import { textOf } from '../support/html'
import { disable, verifyAddress } from '../support/identity-operator'
import { lastCode, takeOver } from '../support/mailed-codes'
import { ownAccounts } from '../support/own-servers'
import {
  addPasskey,
  askChallenge,
  beginPasskey,
  challengeCookie,
  type Device,
  type Lies,
  newDevice,
} from '../support/passkeys'
import { protect } from '../support/second-factor'
import {
  cookieFrom,
  minute,
  newEmail,
  type Owner,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'
import { mailsIn } from '../support/written-mails'

const profile = '/dashboard/profile'

/** Browsers make no passkeys for an address that is a number. */
const named = { PUBLIC_ORIGIN: 'http://localhost:0' }

let server: TestServer
/** One that counts attempts, and what is answered once. */
let limited: TestServer
beforeAll(async () => {
  server = await openTestServer({ environment: named })
  limited = await openTestServer({ environment: named, limited: withLimits })
  for (const each of [server, limited]) await each.signUp()
})
afterAll(async () => {
  await server.close()
  await limited.close()
})

/** An account with a confirmed address, which has just signed in. */
async function newOwner(at = server): Promise<Owner> {
  const owner = await at.signUp(newEmail())
  await verifyAddress(owner.email)
  await at.ask('/verify-email', owner)
  return owner
}

async function withPasskey(form: Record<string, string> = {}, counts = false, at = server) {
  const owner = await newOwner(at)
  const device = newDevice(at.origin, { counts })
  const added = await addPasskey(at, owner, device, form)
  expect([added.status, added.location]).toEqual([303, `${profile}#passkeys`])
  return { owner, device }
}

const passkeysOf = ({ desk }: Owner) => server.services.passkeys.list(desk.ownerUid)
const send = (passkey: string, cookie: string, path = '/login', at = server) =>
  at.ask(path, { cookie, form: { intent: 'passkey', passkey } })

async function enter(device: Device, lies?: Lies, path = '/login', at = server) {
  const { challenge, cookie } = await askChallenge(at)
  return send(JSON.stringify(device.get(challenge, lies)), cookie, path, at)
}

test.skipIf(ownAccounts)(
  'Accounts of Firebase are offered no passkey, and none is taken',
  async () => {
    const owner = await newOwner()
    expect((await server.ask('/login')).text).not.toContain('id="passkey"')
    const headers = { Origin: server.origin, 'Sec-Fetch-Site': 'same-origin' }
    expect((await server.ask('/passkey', { method: 'POST', headers })).status).toBe(404)
    expect((await send('{}', '')).status).toBe(400)
    const began = await server.ask(profile, { ...owner, form: { intent: 'begin-passkey' } })
    expect([began.status, challengeCookie(began)]).toEqual([403, ''])
  },
)

describe.runIf(ownAccounts)('Signing in', () => {
  test('A passkey opens a session by itself, and leads to the page that was asked for', async () => {
    const { owner, device } = await withPasskey()
    const reply = await enter(device, {}, '/login?redirect=/dashboard/tickets')
    expect([reply.status, reply.location]).toEqual([303, '/dashboard/tickets'])
    expect(reply.setCookies.join()).toContain('passkey=; Max-Age=0')
    const page = await server.ask(profile, { cookie: cookieFrom(reply) })
    expect(page.text).toContain(owner.email)
    const [used] = await passkeysOf(owner)
    expect(used?.lastUsedAt).toEqual(server.clock.now)
  })

  test('A passkey whose device made sure who it was is both factors, otherwise one', async () => {
    const owner = await newOwner()
    const protectedOwner = await protect(server, owner)
    const device = newDevice(server.origin)
    const added = await addPasskey(server, owner, device, {
      passkeyPassword: password,
      passkeyCode: protectedOwner.code(),
    })
    expect(added.status).toBe(303)
    const both = await enter(device)
    expect([both.location, cookieFrom(both) !== '']).toEqual(['/dashboard', true])
    const one = await enter(device, { unverified: true })
    expect([one.location, cookieFrom(one)]).toEqual([
      expect.stringMatching(/^\/login\?second=/),
      '',
    ])
    const waiting = one.setCookies.find((each) => each.startsWith('second-factor='))
    const form = { intent: 'second', code: protectedOwner.code() }
    const done = await server.ask(one.location, { cookie: waiting?.split(';', 1)[0], form })
    expect(cookieFrom(done)).not.toBe('')
  })

  test('A passkey that was touched without a finger, face or PIN opens an account without a second factor', async () => {
    const { device } = await withPasskey()
    expect(cookieFrom(await enter(device, { unverified: true }))).not.toBe('')
  })

  test('A passkey proves anew: what asks for the password asks for nothing just after it', async () => {
    const { device } = await withPasskey()
    server.clock.forward(10 * minute)
    const cookie = cookieFrom(await enter(device))
    expect((await beginPasskey(server, { cookie })).challenge).not.toBe('')
  })

  test('A passkey of a blocked account opens nothing, and says so to who can sign with it', async () => {
    const { owner, device } = await withPasskey()
    await disable(owner.desk.ownerUid)
    const reply = await enter(device)
    expect([reply.status, cookieFrom(reply)]).toEqual([403, ''])
    expect(textOf(reply.text)).toContain(words.en.auth.userDisabled)
  })

  test('A passkey goes when an earlier address takes the account back', async () => {
    const { owner, device } = await withPasskey()
    const { identity } = server.services
    const { tokens } = await identity.signInWithPassword(
      { email: owner.email, password },
      server.clock.now,
    )
    await takeOver(tokens.idToken, newEmail())
    await identity.recoverEmail(await lastCode(owner.email, 'RECOVER_EMAIL'))
    expect(await passkeysOf(owner)).toEqual([])
    expect((await enter(device)).status).toBe(400)
  })

  test('A passkey is erased with its account', async () => {
    const { owner, device } = await withPasskey()
    const { ownerUid } = owner.desk
    await server.services.erasure.hideAccount(ownerUid, '', server.clock.now)
    expect(await server.services.passkeys.list(ownerUid)).toEqual([])
    expect((await enter(device)).status).toBe(400)
  })
})

describe.runIf(ownAccounts).each(languages)('What a passkey may not do, in %s', (language) => {
  const login = localizedPath('/login', language)
  const { wrongPasskey, passkeyOver } = words[language].auth

  /** The page again, with a sentence, and nobody signed in. */
  async function refuses(reply: Awaited<ReturnType<typeof send>>, sentence: string) {
    expect([reply.status, cookieFrom(reply)]).toEqual([400, ''])
    expect(textOf(reply.text)).toContain(sentence)
    expect(reply.text).not.toMatch(/id="passkey"[^>]* hidden/)
  }

  const other = newDevice('http://localhost:1')
  const lies: Record<string, Lies> = {
    'another site': { origin: 'http://evil.example' },
    'another port': { origin: 'http://localhost:1' },
    'another relying party': { host: 'evil.example' },
    'another challenge': { challenge: 'A'.repeat(43) },
    'the making of a key': { type: 'webauthn.create' },
    'nobody’s touch': { absent: true },
    'another key': { key: other.privateKey },
    'another account': { userHandle: 'somebody-else' },
    'no account': { userHandle: '' },
  }
  test.each(Object.keys(lies))('A passkey opens nothing with a signature of %s', async (name) => {
    const { device } = await withPasskey()
    await refuses(await enter(device, lies[name], login), wrongPasskey)
    expect(cookieFrom(await enter(device))).not.toBe('')
  })

  test('A passkey opens neither another account nor one that is not there, in the same words', async () => {
    const [ada, ben] = [await withPasskey(), await withPasskey()]
    const asBen = { userHandle: ben.owner.desk.ownerUid }
    await refuses(await enter(ada.device, asBen, login), wrongPasskey)
    await refuses(await enter(newDevice(server.origin), asBen, login), wrongPasskey)
  })

  test('A passkey answers once, within five minutes, in the browser that asked', async () => {
    const { device } = await withPasskey({}, false, limited)
    const answer = (passkey: string, cookie: string) => send(passkey, cookie, login, limited)
    const { challenge, cookie } = await askChallenge(limited)
    const signed = JSON.stringify(device.get(challenge))
    await refuses(await answer(signed, ''), passkeyOver)
    const elsewhere = await askChallenge(limited)
    await refuses(await answer(signed, elsewhere.cookie), wrongPasskey)
    const replies = await Promise.all([answer(signed, cookie), answer(signed, cookie)])
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 400])
    await refuses(await answer(signed, cookie), passkeyOver)
    const late = await askChallenge(limited)
    limited.clock.forward(5 * minute)
    await refuses(
      await answer(JSON.stringify(device.get(late.challenge)), late.cookie),
      passkeyOver,
    )
  })

  test('A counter of a passkey that falls back, or stays where it was, is a copy’s', async () => {
    const { device } = await withPasskey({}, true)
    expect(cookieFrom(await enter(device, { counter: 40 }))).not.toBe('')
    for (const counter of [40, 39, 0])
      await refuses(await enter(device, { counter }, login), wrongPasskey)
    expect(cookieFrom(await enter(device, { counter: 41 }))).not.toBe('')
  })

  const rubbish = {
    nothing: '',
    text: 'passkey',
    null: 'null',
    list: '[1]',
    'half of it': '{"id":"abc"',
    'other types': JSON.stringify({ id: 1, userHandle: [], clientDataJSON: {} }),
    'no base64url': JSON.stringify({ ...newDevice('http://localhost').get('c'), signature: '!?' }),
    'no JSON of a browser': JSON.stringify({
      ...newDevice('http://localhost').get('c'),
      userHandle: 'YQ',
      clientDataJSON: 'AAAA',
    }),
    'far too much': JSON.stringify({ id: 'a'.repeat(60_000) }),
    depth: '['.repeat(8_000),
  }
  test.each(Object.entries(rubbish))(
    'A sign-in refuses %s sent as a passkey',
    async (_, passkey) => {
      const { cookie } = await askChallenge(server)
      await refuses(await send(passkey, cookie, login), wrongPasskey)
    },
  )

  test('A removed passkey opens nothing', async () => {
    const { owner, device } = await withPasskey()
    const form = { intent: 'remove-passkey', passkeyId: device.id }
    const path = localizedPath(profile, language)
    expect((await server.ask(path, { ...owner, form })).status).toBe(303)
    await refuses(await enter(device, {}, login), wrongPasskey)
  })
})

test.runIf(ownAccounts)(
  'What a device signs is asked for by POST, and no other site can ask',
  async () => {
    expect((await server.ask('/passkey')).status).toBe(405)
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await server.ask('/passkey', { method: 'POST', headers: foreign })).status).toBe(403)
  },
)

test.runIf(ownAccounts)(
  'Guesses with a passkey come to an end, and its owner still gets in by password',
  async () => {
    limited.clock.forward(60 * minute)
    const { owner, device } = await withPasskey({}, false, limited)
    limited.clock.forward(60 * minute)
    const statuses: number[] = []
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await enter(device, { counter: 0, type: 'x' }, '/login', limited)).status)
    expect(new Set(statuses.slice(0, 5))).toEqual(new Set([400]))
    expect(statuses.at(-1)).toBe(429)
    const form = { email: owner.email, password }
    limited.clock.forward(minute)
    expect((await limited.ask('/login', { form })).status).toBe(303)
  },
)

describe.runIf(ownAccounts)('In Profile', () => {
  test('Adding a passkey keeps its name and key, once, and tells by a letter and in the log', async () => {
    const owner = await newOwner(limited)
    const device = newDevice(limited.origin)
    const { challenge, cookie } = await beginPasskey(limited, owner, {
      passkeyName: ' My\n phone 🥐 ',
    })
    const passkey = JSON.stringify(device.create(challenge, owner.desk.ownerUid))
    const form = { intent: 'add-passkey', passkey }
    const replies = await Promise.all([
      limited.ask(profile, { cookie, form }),
      limited.ask(profile, { cookie, form }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 400])
    const { passkeys } = limited.services
    expect(await passkeys.list(owner.desk.ownerUid)).toEqual([
      expect.objectContaining({ id: device.id, name: 'My phone 🥐', counter: 0 }),
    ])
    expect(textOf((await limited.ask(profile, owner)).text)).toContain('My phone 🥐')
    const gone = { intent: 'remove-passkey', passkeyId: device.id }
    for (let press = 0; press < 2; press += 1)
      expect((await limited.ask(profile, { ...owner, form: gone })).status).toBe(303)
    for (let run = 0; run < 5; run += 1) await limited.runDue()
    const { host } = new URL(limited.origin)
    const { passkeyAdded, passkeyRemoved } = words.en.mails.account
    const subjects = (await mailsIn(limited.folder, owner.email)).map(({ subject }) => subject)
    for (const { subject } of [passkeyAdded, passkeyRemoved])
      expect(subjects.filter((each) => each === subject.replace('{{site}}', host))).toHaveLength(1)
    const { entries } = await limited.services.auditLog.list(owner.desk.id, 9)
    expect(entries.map(({ event }) => event)).toEqual(['passkeyRemoved', 'passkeyAdded'])
  })

  test('Adding a passkey takes a proof that is fresh, or the password, and with a second factor its code, too', async () => {
    const owner = await newOwner()
    server.clock.forward(6 * minute)
    const begin = (form: Record<string, string>) =>
      server.ask(profile, { ...owner, form: { intent: 'begin-passkey', ...form } })
    expect((await begin({})).status).toBe(400)
    const wrong = await begin({ passkeyName: 'Phone', passkeyPassword: 'wrong kettle' })
    expect([wrong.status, challengeCookie(wrong)]).toEqual([400, ''])
    expect(textOf(wrong.text)).toContain(words.en.profile.passkeysHeading)
    // Its field is drawn by scripts alone.
    expect(wrong.text).toContain(words.en.auth.password.wrong)
    const right = await begin({ passkeyPassword: password })
    expect([right.status, challengeCookie(right) !== '']).toEqual([303, true])

    const second = await newOwner()
    const { code } = await protect(server, second)
    const ask = (form: Record<string, string>) =>
      server.ask(profile, { ...second, form: { intent: 'begin-passkey', ...form } })
    for (const form of [
      {},
      { passkeyPassword: password },
      { passkeyCode: code() },
      { passkeyPassword: password, passkeyCode: '000000' },
    ] as Record<string, string>[])
      expect([(await ask(form)).status, form]).toEqual([400, form])
    expect((await ask({ passkeyPassword: password, passkeyCode: code() })).status).toBe(303)
  })

  test('Adding a passkey takes a confirmed address', async () => {
    const owner = await server.signUp()
    const reply = await server.ask(profile, { ...owner, form: { intent: 'begin-passkey' } })
    expect([reply.status, challengeCookie(reply)]).toEqual([403, ''])
    expect(textOf(reply.text)).toContain(words.en.profile.factorConfirmFirst)
  })

  test('Adding a passkey ends with ten', async () => {
    const { owner } = await withPasskey()
    const { ownerUid: uid } = owner.desk
    const { passkeys } = server.services
    const [first] = await passkeys.list(uid)
    if (!first) throw new Error('None')
    const letter = { key: randomUUID(), kind: 'passkey-added', recordId: uid } as const
    const begun = await beginPasskey(server, owner)
    for (let number = 1; number < mostPasskeys; number += 1)
      await passkeys.add({ ...first, id: `another-${number}` }, mostPasskeys, {
        ...letter,
        key: randomUUID(),
        dueAt: server.clock.now,
      })
    const device = newDevice(server.origin)
    const passkey = JSON.stringify(device.create(begun.challenge, uid))
    const late = await server.ask(profile, {
      cookie: begun.cookie,
      form: { intent: 'add-passkey', passkey },
    })
    expect(late.status).toBe(409)
    const full = await server.ask(profile, { ...owner, form: { intent: 'begin-passkey' } })
    expect([full.status, textOf(full.text)]).toEqual([
      409,
      expect.stringContaining(words.en.profile.errors.passkeys.full),
    ])
    expect(await passkeys.list(uid)).toHaveLength(mostPasskeys)
  })

  test('Adding a passkey refuses a name that is too long beside its field, and keeps it', async () => {
    const owner = await newOwner()
    const passkeyName = 'p'.repeat(61)
    const form = { intent: 'begin-passkey', passkeyName }
    const reply = await server.ask(profile, { ...owner, form })
    expect(reply.status).toBe(400)
    expect(reply.text).not.toContain('passkey=')
  })

  const lies: Record<string, Lies> = {
    'another site': { origin: 'http://evil.example' },
    'another relying party': { host: 'evil.example' },
    'another challenge': { challenge: 'A'.repeat(43) },
    'a sign-in': { type: 'webauthn.get' },
    'nobody’s touch': { absent: true },
    'a certificate that names addresses': {
      attestation: {
        fmt: 'packed',
        attStmt: { alg: -7, sig: Buffer.from('s'), x5c: [Buffer.from('c')] },
      },
    },
    'a statement of nobody': { attestation: { attStmt: { sig: Buffer.from('s') } } },
    'a broken key': { attestation: { authData: Buffer.alloc(37) } },
  }
  test.each(Object.keys(lies))('Adding a passkey refuses one of %s', async (name) => {
    const owner = await newOwner()
    const device = newDevice(server.origin)
    const { challenge, cookie } = await beginPasskey(server, owner)
    const passkey = JSON.stringify(device.create(challenge, owner.desk.ownerUid, lies[name]))
    const reply = await server.ask(profile, { cookie, form: { intent: 'add-passkey', passkey } })
    expect([reply.status, await passkeysOf(owner)]).toEqual([400, []])
  })

  test('Adding a passkey takes what was begun for its own account in this browser, within five minutes', async () => {
    const [ada, ben] = [await newOwner(), await newOwner()]
    const { challenge, cookie } = await beginPasskey(server, ada)
    const make = (device = newDevice(server.origin)) =>
      JSON.stringify(device.create(challenge, ben.desk.ownerUid))
    const asked = cookie.split('; ')[1]
    const add = (cookies: string, passkey = make()) =>
      server.ask(profile, { cookie: cookies, form: { intent: 'add-passkey', passkey } })
    expect((await add(`${ben.cookie}; ${asked}`)).status).toBe(400)
    expect((await add(ada.cookie)).status).toBe(400)
    const ofLogin = await askChallenge(server)
    expect((await add(`${ada.cookie}; ${ofLogin.cookie}`)).status).toBe(400)
    expect((await add(cookie, 'rubbish')).status).toBe(400)
    server.clock.forward(5 * minute)
    const late = await add(cookie)
    expect([late.status, await passkeysOf(ada)]).toEqual([400, []])
    expect(textOf(late.text)).toContain(words.en.auth.passkeyOver)
  })
})

describe.runIf(ownAccounts)('In an account', () => {
  test('The page without scripts shows the passkeys to remove, and nothing without one', async () => {
    const { owner } = await withPasskey()
    const { passkeysHeading, passkeyAdd } = words.en.profile
    const page = textOf((await server.ask(profile, owner)).text)
    expect([page.includes(passkeysHeading), page.includes(passkeyAdd)]).toEqual([true, false])
    const other = textOf((await server.ask(profile, await newOwner())).text)
    expect(other).not.toContain(passkeysHeading)
    const login = await server.ask('/login')
    expect(login.text).toMatch(/<form[^>]*id="passkey"[^>]* hidden/)
  })

  test('An old session needs the password to remove a passkey', async () => {
    const { owner, device } = await withPasskey()
    server.clock.forward(6 * minute)
    const remove = (form: Record<string, string>) =>
      server.ask(profile, {
        ...owner,
        form: { intent: 'remove-passkey', passkeyId: device.id, ...form },
      })
    expect((await remove({})).status).toBe(400)
    expect((await remove({ passkeyRemovalPassword: 'wrong kettle' })).status).toBe(400)
    expect(await passkeysOf(owner)).toHaveLength(1)
    expect((await remove({ passkeyRemovalPassword: password })).status).toBe(303)
    expect(await passkeysOf(owner)).toEqual([])
  })

  test('Another account can remove no passkey', async () => {
    const { owner, device } = await withPasskey()
    const form = { intent: 'remove-passkey', passkeyId: device.id }
    await server.ask(profile, { ...(await newOwner()), form })
    expect(await passkeysOf(owner)).toHaveLength(1)
  })

  test('The password stays: a passkey is never the only way in', async () => {
    const { owner } = await withPasskey()
    const form = { intent: 'unlink', provider: 'password' }
    const reply = await server.ask(profile, { ...owner, form })
    expect([reply.status, textOf(reply.text)]).toEqual([
      409,
      expect.stringContaining(words.en.profile.errors.provider.lastBesidePasskeys),
    ])
  })

  test('Managers read of passkeys in the list of people', async () => {
    const { owner } = await withPasskey()
    const colleague = await server.join(owner.desk, 'colleague')
    const people = textOf((await server.ask('/dashboard/settings/people', owner)).text)
    expect(people.split(`· ${words.en.people.withPasskey}`)).toHaveLength(2)
    expect(people).toContain(colleague.email)
  })

  test('A passkey is no second factor that a manager has required', async () => {
    const { owner } = await withPasskey()
    await server.services.desks.saveSecondFactorFrom(owner.desk.id, server.clock.now)
    expect((await server.ask('/dashboard', owner)).location).toBe(`${profile}#second-factor`)
  })

  test('The export has name and dates of a passkey, and nothing that signs in', async () => {
    const { owner, device } = await withPasskey({ passkeyName: 'Kitchen' })
    const [passkey] = await passkeysOf(owner)
    const form = { intent: 'export', exportPassword: password }
    const pressed = await server.ask('/dashboard/settings/export', { ...owner, form })
    const allowed = pressed.setCookies.map((each) => each.split(';', 1)[0]).join('; ')
    const headers = { Cookie: `${owner.cookie}; ${allowed}` }
    const zip = await fetch(`${server.origin}/dashboard/settings/export/zip`, { headers })
    const files = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())))
    const texts = new Map(files.map(([name, bytes]) => [name, strFromU8(bytes)]))
    const { passkeys } = JSON.parse(texts.get('account.json') ?? '')
    const createdAt = passkey?.createdAt.toISOString()
    expect(passkeys).toEqual([{ name: 'Kitchen', createdAt }])
    expect(texts.get('index.html')).toContain('Kitchen')
    for (const text of texts.values())
      for (const secret of [device.id, passkey?.publicKey ?? '-'])
        expect(text).not.toContain(secret)
  })

  test('The operator’s command removes passkeys with the second factor', async () => {
    const { owner, device } = await withPasskey()
    const { status, stdout } = server.command('accounts', 'no-second-factor', owner.email)
    expect([status, stdout]).toEqual([0, expect.stringContaining(owner.email)])
    expect((await enter(device)).status).toBe(400)
    const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
    expect(entries.map(({ event }) => event)).toContain('factorReset')
    expect(server.command('accounts', 'no-second-factor', owner.email).status).toBe(1)
  })
})
