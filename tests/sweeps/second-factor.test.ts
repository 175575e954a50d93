import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ActionKind } from '~/domain/identity/identity'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { withLimits } from '../support/app'
import { cookiesOf, type Google, goToGoogle, openGoogle } from '../support/google'
import { textOf } from '../support/html'
import { disable, signInInBrowser, verifyAddress } from '../support/identity-operator'
import { lastCode } from '../support/mailed-codes'
import { ownAccounts } from '../support/own-servers'
import {
  authenticator,
  codesIn,
  confirmedOwner,
  factorOf,
  giveCode,
  newProtected,
  type Protected,
  pageAfter,
  protect,
  signIn,
} from '../support/second-factor'
import {
  cookieFrom,
  minute,
  newEmail,
  type Owner,
  openTestServer,
  password,
  type Reply,
  type TestServer,
  words,
} from '../support/test-server'
import { mailsIn } from '../support/written-mails'

const profile = '/dashboard/profile'

let google: Google
let server: TestServer
beforeAll(async () => {
  google = await openGoogle()
  server = await openTestServer({ identity: { host: google.host } })
  await server.signUp()
})
afterAll(async () => {
  await server.close()
  await google.close()
})

async function link(email: string, kind: ActionKind, onward = '/dashboard/tickets') {
  const { identity } = server.services
  const continueUrl = server.origin + onward
  const { tokens } = await identity.signInWithPassword({ email, password }, server.clock.now)
  if (kind === 'EMAIL_SIGNIN') await identity.sendSignInLink(email, 'en', { continueUrl })
  if (kind === 'PASSWORD_RESET') await identity.sendPasswordReset(email, 'en')
  if (kind === 'VERIFY_EMAIL') await identity.sendVerificationMail(tokens.idToken, 'en')
  if (kind === 'VERIFY_AND_CHANGE_EMAIL')
    await identity.sendEmailChange(tokens.idToken, newEmail(), 'en')
  const oobCode = await lastCode(email, kind)
  return `/verify-email?${new URLSearchParams({ oobCode, lang: 'en', continueUrl })}`
}

/** Tokens of the second in which the password was set are void: signs in until one is newer. */
function sync(email: string, withRefresh: boolean): Promise<Reply> {
  return vi.waitFor(async () => {
    const { idToken, refreshToken } = await signInInBrowser(email, password)
    const reply = await server.ask('/session', {
      method: 'POST',
      headers: { Authorization: `Bearer ${idToken}`, Origin: server.origin },
      body: JSON.stringify({ ...(withRefresh && { refreshToken }), to: '/dashboard/tickets' }),
    })
    expect(reply.status).not.toBe(401)
    return reply
  }, 5_000)
}

async function viaGoogle(email: string): Promise<Reply> {
  const user = { sub: randomUUID(), email, email_verified: true }
  const { start, back } = await goToGoogle(server, '/login?redirect=/dashboard/tickets', user)
  return server.ask(back, { cookie: cookiesOf(start) })
}

async function invited(email: string): Promise<Reply> {
  const manager = await confirmedOwner(server)
  const form = { key: randomUUID(), intent: 'invite', email, kind: 'colleague' }
  await server.ask('/dashboard/settings/people', { ...manager, form })
  await server.runDue()
  const texts = (await mailsIn(server.folder, email)).map(({ text }) => text).join()
  const secret = /\/signup\?invitation=([\w-]+)/.exec(texts)?.[1] ?? ''
  return signIn(server, email, `/login?invitation=${secret}`)
}

/** Every way in: the reply to the last proof before a session, and where it leads. */
const ways: Record<string, [way: (email: string) => Promise<Reply>, leads: string]> = {
  'the password': [
    (email) => signIn(server, email, '/login?redirect=/dashboard/tickets'),
    '/dashboard/tickets',
  ],
  'a new password by e-mail': [
    async (email) => {
      const reset = await server.ask(await link(email, 'PASSWORD_RESET'), { form: { password } })
      expect([reset.status, cookieFrom(reset)]).toEqual([303, ''])
      return signIn(server, email)
    },
    '/dashboard',
  ],
  'an e-mailed link': [
    async (email) => server.ask(await link(email, 'EMAIL_SIGNIN'), { form: { email } }),
    '/dashboard/tickets',
  ],
  'a confirmation with the password': [
    async (email) => server.ask(await link(email, 'VERIFY_EMAIL'), { form: { password } }),
    '/verify-email?done=verifyEmail&lang=en&redirect=%2Fdashboard%2Ftickets',
  ],
  'an invitation': [invited, '/signup?invitation='],
  ...(!ownAccounts && {
    Google: [viaGoogle, '/dashboard/tickets'],
    'a token of the browser': [(email) => sync(email, false), '/dashboard/tickets'],
    'tokens of the browser': [(email) => sync(email, true), '/dashboard/tickets'],
  }),
}

describe.each(Object.keys(ways))('With a second factor, %s', (name) => {
  const [way, leads] = ways[name] ?? []

  test('opens no session, and one with a code, which leads on', async () => {
    if (!way) throw new Error(name)
    const { now } = server.clock
    onTestFinished(() => {
      server.clock.now = now
    })
    // Tokens of a browser are as old as the real clock says.
    if (name.includes('token')) server.clock.now = new Date(Date.now() + minute)
    const owner = await newProtected(server)
    const reply = await way(owner.email)
    expect([reply.status, cookieFrom(reply)]).toEqual([reply.status === 403 ? 403 : 303, ''])
    expect(pageAfter(reply)).toMatch(/^\/login\?second=/)
    const cookie = cookiesOf(reply)
    expect((await server.ask('/dashboard', { cookie })).location).toMatch(/^\/login/)
    expect((await server.ask(pageAfter(reply), { cookie })).status).toBe(200)
    const wrong = await giveCode(server, reply, '000 000')
    expect([wrong.status, cookieFrom(wrong)]).toEqual([400, ''])
    const right = await giveCode(server, reply, owner.code())
    expect([right.status, right.location.startsWith(leads ?? '-')]).toEqual([303, true])
    expect((await server.ask('/dashboard', { cookie: cookieFrom(right) })).status).toBe(200)
  })
})

test('Who has given a code is not asked again while that session lasts', async () => {
  const { email, cookie } = await newProtected(server)
  const again = await server.ask('/login', { cookie, form: { email, password } })
  expect([again.location, cookieFrom(again) === '']).toEqual(['/dashboard', false])
  const ended = await server.ask('/login', { cookie, form: { email, password } })
  expect([ended.location, cookieFrom(ended)]).toEqual([expect.stringMatching('second='), ''])
})

test('Neither signing up again nor a change of address gives a session without a code', async () => {
  const { email } = await newProtected(server)
  const again = await server.ask('/signup', { form: { email, password } })
  expect([again.status, again.setCookies]).toEqual([409, []])
  const changed = await server.ask(await link(email, 'VERIFY_AND_CHANGE_EMAIL'), {
    form: { password },
  })
  expect([changed.status, cookieFrom(changed)]).toEqual([303, ''])
})

describe.each(languages)('The page that asks for a code, in %s', (language) => {
  const { auth } = words[language]

  test('leads back to the first proof after five minutes, or without it', async () => {
    const { email, code } = await newProtected(server)
    const asked = await signIn(
      server,
      email,
      localizedPath('/login?redirect=/dashboard/tickets', language),
    )
    server.clock.forward(5 * minute)
    for (const late of [
      await giveCode(server, asked, code()),
      await server.ask(asked.location, { cookie: cookiesOf(asked) }),
      await server.ask(asked.location),
    ]) {
      expect([late.status, cookieFrom(late)]).toEqual([303, ''])
      const page = await server.ask(late.location)
      expect(textOf(page.text)).toContain(auth.secondFactorOver)
      const wanted = new URL(late.location, server.origin).searchParams.get('redirect')
      expect(wanted).toBe(localizedPath('/dashboard/tickets', language))
    }
  })
})

describe('A code', () => {
  test('counts once, in whichever browser, also when it is sent twice at once', async () => {
    const { email, code } = await newProtected(server)
    const [one, other] = [await signIn(server, email), await signIn(server, email)]
    const now = code()
    const replies = await Promise.all([
      giveCode(server, one, now),
      giveCode(server, other, now),
      giveCode(server, one, now),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 400, 400])
    expect((await giveCode(server, other, code())).status).toBe(303)
  })

  test('of another account counts for nobody', async () => {
    const [ada, ben] = [await newProtected(server), await newProtected(server)]
    const asked = await signIn(server, ada.email)
    expect((await giveCode(server, asked, ben.code())).status).toBe(400)
    expect((await giveCode(server, asked, ben.recoveryCodes[0] ?? '')).status).toBe(400)
  })

  test('opens nothing once the account is blocked', async () => {
    const owner = await newProtected(server)
    const asked = await signIn(server, owner.email)
    await disable(owner.desk.ownerUid)
    const late = await giveCode(server, asked, owner.code())
    expect([late.status, cookieFrom(late)]).toEqual([403, ''])
  })

  // Firebase makes the tokens void, too; its emulator does not.
  test.runIf(ownAccounts)('opens nothing once the password has changed', async () => {
    const owner = await newProtected(server)
    const asked = await signIn(server, owner.email)
    await server.ask(await link(owner.email, 'PASSWORD_RESET'), {
      form: { password: 'another kettle' },
    })
    const late = await giveCode(server, asked, owner.code())
    expect([late.status, cookieFrom(late)]).toEqual([401, ''])
  })

  test('counts again under a new secret of the server, as long as the old one is there', async () => {
    const owner = await newProtected(server)
    const [newest = ''] = server.secrets
    server.secrets.unshift('a new secret of more than thirty-two characters')
    expect((await giveCode(server, await signIn(server, owner.email), owner.code())).status).toBe(
      303,
    )
    server.secrets.splice(1, 1)
    expect((await giveCode(server, await signIn(server, owner.email), owner.code())).status).toBe(
      303,
    )
    server.secrets.splice(0, 1, newest)
    // Its secret is sealed by one that is gone.
    expect((await giveCode(server, await signIn(server, owner.email), owner.code())).status).toBe(
      400,
    )
    expect(
      (await giveCode(server, await signIn(server, owner.email), owner.recoveryCodes[0] ?? ''))
        .status,
    ).toBe(303)
  })
})

describe('Guessing codes', () => {
  test('ends after five tries, and after a hundred of a day but for recovery codes', async () => {
    const limited = await openTestServer({ limited: withLimits })
    const owner = await protect(limited, await confirmedOwner(limited))
    const enter = () => {
      limited.clock.forward(60 * minute)
      return limited.ask('/login', { form: { email: owner.email, password } })
    }
    let asked = await enter()
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await giveCode(limited, asked, '000000')).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 303])
    expect((await giveCode(limited, asked, owner.code())).location).toMatch(
      'problem=second-factor-over',
    )
    asked = await enter()
    expect((await giveCode(limited, asked, owner.code())).status).toBe(303)
    // From here on within a day.
    for (let tries = 0; tries < 95; tries += 1) {
      await limited.services.rateLimits.consume(
        [
          {
            limit: { name: 'code', per: 'account', most: 100, within: 24 * 60 * minute },
            holder: ` ${owner.desk.ownerUid}`,
          },
        ],
        limited.clock.now,
      )
    }
    asked = await enter()
    const refused = await giveCode(limited, asked, owner.code())
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 3_600]).toEqual([
      429,
      true,
    ])
    expect((await giveCode(limited, asked, owner.recoveryCodes[0] ?? '')).status).toBe(303)
    await limited.close()
  })
})

describe('Setting up', () => {
  test('keeps neither secret nor recovery codes readable, and ends other sessions', async () => {
    const owner = await confirmedOwner(server)
    const elsewhere = cookieFrom(await signIn(server, owner.email))
    const { recoveryCodes } = await protect(server, owner)
    expect((await server.ask('/dashboard', { cookie: elsewhere })).status).toBe(303)
    expect((await server.ask('/dashboard', owner)).status).toBe(200)
    const kept = JSON.stringify(await factorOf(server, owner))
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll(' ', ''))
  })

  test('is for a confirmed address, and asks for the password unless it was just given', async () => {
    const unconfirmed = await server.signUp()
    const begin = (owner: Owner, form = {}) =>
      server.ask(profile, { ...owner, form: { intent: 'begin-factor', ...form } })
    const refused = await begin(unconfirmed)
    expect([refused.status, refused.setCookies]).toEqual([403, []])
    const owner = await confirmedOwner(server)
    server.clock.forward(6 * minute)
    expect((await begin(owner)).status).toBe(400)
    expect((await begin(owner, { factorPassword: 'wrong kettle' })).status).toBe(400)
    expect((await begin(owner, { factorPassword: password })).status).toBe(303)
  })

  test('by somebody else’s cookie does nothing', async () => {
    const [ada, ben] = [await confirmedOwner(server), await confirmedOwner(server)]
    const began = await server.ask(profile, { ...ada, form: { intent: 'begin-factor' } })
    const page = await server.ask(profile, { cookie: `${ada.cookie}; ${cookiesOf(began)}` })
    const code = authenticator(codesIn(page.text)[0] ?? '')(server.clock.now)
    const cookie = `${ben.cookie}; ${cookiesOf(began)}`
    const form = { intent: 'confirm-factor', code }
    expect((await server.ask(profile, { cookie, form })).status).toBe(409)
    expect(await factorOf(server, ben)).toBeUndefined()
  })
})

describe('Changing a second factor', () => {
  const send = (owner: Protected, intent: string, form: Record<string, string> = {}) =>
    server.ask(profile, { ...owner, form: { intent, ...form } })

  test.each(['new-recovery-codes', 'remove-factor'])(
    'by %s takes password and code',
    async (intent) => {
      const owner = await newProtected(server)
      const before = await factorOf(server, owner)
      const forms: Record<string, string>[] = [
        {},
        { code: owner.code() },
        { factorPassword: password },
        { factorPassword: password, code: '000000' },
        { factorPassword: 'wrong kettle', code: owner.code() },
      ]
      for (const form of forms) expect((await send(owner, intent, form)).status).toBe(400)
      expect(await factorOf(server, owner)).toEqual(before)
    },
  )

  test('gives new recovery codes, and the earlier ones are void', async () => {
    const owner = await newProtected(server)
    const form = { factorPassword: password, code: owner.code() }
    const renewed = await send(owner, 'new-recovery-codes', form)
    const [code = ''] = codesIn(renewed.text)
    expect(
      (await giveCode(server, await signIn(server, owner.email), owner.recoveryCodes[0] ?? ''))
        .status,
    ).toBe(400)
    expect((await giveCode(server, await signIn(server, owner.email), code)).status).toBe(303)
  })
})

test('A manager requires one of all with a week’s notice, then those without it only set one up', async () => {
  const manager = await newProtected(server)
  const colleague = await server.join(manager.desk, 'colleague')
  await verifyAddress(colleague.email)
  await server.ask('/verify-email', colleague)
  const people = textOf((await server.ask('/dashboard/settings/people', manager)).text)
  const { withFactor, withoutFactor } = words.en.people
  for (const one of [withFactor, withoutFactor]) expect(people.split(`· ${one}`)).toHaveLength(2)
  const form = { intent: 'save-second-factor', secondFactor: 'all' }
  await server.ask('/dashboard/settings/people', { ...manager, form })
  const { dashboard } = words.en
  const notice = await server.ask('/dashboard', colleague)
  expect([notice.status, notice.text.includes(dashboard.factorSetUp)]).toEqual([200, true])
  expect((await server.ask('/dashboard', manager)).text).not.toContain(dashboard.factorSetUp)

  server.clock.forward(7 * 24 * 60 * minute)
  // Saved again, the day stays.
  const back = await giveCode(server, await signIn(server, manager.email), manager.code())
  const cookie = cookieFrom(back)
  await server.ask('/dashboard/settings/people', { cookie, form })
  const again = { ...colleague, cookie: cookieFrom(await signIn(server, colleague.email)) }
  for (const page of ['/dashboard', '/dashboard/tickets', '/dashboard/settings/password']) {
    const { status, location } = await server.ask(page, again)
    expect([page, status, location]).toEqual([page, 303, `${profile}#second-factor`])
  }
  expect((await server.ask('/live?as=poll', again)).status).toBe(403)
  const sent = await server.ask('/dashboard/tickets', { ...again, form: { intent: 'x' } })
  expect(sent.location).toBe(`${profile}#second-factor`)
  await protect(server, again)
  expect((await server.ask('/dashboard', again)).status).toBe(200)

  const off = { intent: 'save-second-factor', secondFactor: 'own' }
  expect((await server.ask('/dashboard/settings/people', { cookie, form: off })).status).toBe(303)
  expect((await server.services.desks.findById(manager.desk.id))?.secondFactorFrom).toBe(undefined)
})

test('Each change is told by a letter, and to the managers of the desk by their log', async () => {
  const owner = await newProtected(server)
  const form = { factorPassword: password, code: owner.code() }
  await server.ask(profile, { ...owner, form: { intent: 'new-recovery-codes', ...form } })
  const off = { factorPassword: password, code: owner.code() }
  await server.ask(profile, { ...owner, form: { intent: 'remove-factor', ...off } })
  await server.runDue()
  const { host } = new URL(server.origin)
  const { secondFactorOn, recoveryCodes, secondFactorOff } = words.en.mails.account
  const subjects = (await mailsIn(server.folder, owner.email)).map(({ subject }) => subject)
  for (const { subject } of [secondFactorOn, recoveryCodes, secondFactorOff])
    expect(subjects).toContain(subject.replace('{{site}}', host))
  const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
  expect(entries.map(({ event }) => event)).toEqual(['factorOff', 'factorOn'])
})

test('The operator turns off what its owner has lost', async () => {
  const owner = await newProtected(server)
  const { status, stdout } = server.command('accounts', 'no-second-factor', owner.email)
  expect([status, stdout]).toEqual([0, expect.stringContaining(owner.email)])
  expect(cookieFrom(await signIn(server, owner.email))).not.toBe('')
  const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
  expect(entries.map(({ event }) => event)).toContain('factorReset')
  expect(server.command('accounts', 'no-second-factor', owner.email).status).toBe(1)
})
