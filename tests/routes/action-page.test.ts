import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionKind } from '~/domain/identity/identity'
import type { LiveEvent } from '~/domain/live/live'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { type FaultServer, refusal, startFaultServer } from '../support/fault-server'
import { cookiesOf } from '../support/google'
import { elements, field, languageOf, linksIn, textOf } from '../support/html'
import { disable, setEnumerationProtection } from '../support/identity-operator'
import { lastCode, takeOver } from '../support/mailed-codes'
import { ownAccounts } from '../support/own-servers'
import {
  cookieFrom,
  newEmail,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'

const newPassword = 'four owls in a cupboard'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

/** An account with two sessions, and what was told to those who listen to them. */
async function ownerWithTwoSessions() {
  const owner = await server.signUp()
  const second = await server.ask('/login', { form: { email: owner.email, password } })
  const { live, sessions } = server.services
  const announced: LiveEvent[] = []
  for (const { idHash } of await sessions.list(owner.desk.ownerUid)) {
    await live.subscribe(`session:${idHash}`, (event) => announced.push(event))
  }
  return {
    ...owner,
    uid: owner.desk.ownerUid,
    cookies: [owner.cookie, cookieFrom(second)],
    announced,
  }
}

async function open(cookie: string): Promise<number> {
  return (await server.ask('/dashboard', { cookie })).status
}

async function signsIn(email: string, word: string): Promise<boolean> {
  return (await server.ask('/login', { form: { email, password: word } })).status === 303
}

/** The fresh ID token of an account, as the identity service itself gives it. */
async function idTokenOf(email: string): Promise<string> {
  const { identity } = server.services
  const { tokens } = await identity.signInWithPassword({ email, password }, server.clock.now)
  return tokens.idToken
}

describe.each(languages)('in %s', (language) => {
  const {
    verify: { link: said },
    login,
    verify,
    auth,
    errors,
  } = words[language]
  const page = localizedPath('/verify-email', language)

  function address(oobCode: string, mode: string, more: Record<string, string> = {}): string {
    return `${page}?${new URLSearchParams({ mode, oobCode, lang: language, ...more })}`
  }

  async function resetCode(email: string): Promise<string> {
    await server.services.identity.sendPasswordReset(email, language)
    return lastCode(email, 'PASSWORD_RESET')
  }

  async function signInCode(email: string): Promise<string> {
    await server.services.identity.sendSignInLink(email, language, {
      continueUrl: `${server.origin}/dashboard`,
    })
    return lastCode(email, 'EMAIL_SIGNIN')
  }

  describe('a new password', () => {
    it('is set by the button alone, and ends every session', async () => {
      const owner = await ownerWithTwoSessions()
      const at = address(await resetCode(owner.email), 'resetPassword')
      for (const _time of ['first', 'second']) {
        const { status, text, headers } = await server.ask(at)
        expect(status).toBe(200)
        expect(languageOf(text)).toBe(language)
        expect(textOf(text)).toContain(said.resetPassword.heading)
        expect(field(text, 'email').value).toBe(owner.email)
        expect(headers.get('Referrer-Policy')).toBe('same-origin')
        expect(headers.get('Cache-Control')).toContain('no-store')
        expect(text).not.toContain('<script')
      }
      const [cookie = '', other = ''] = owner.cookies
      const done = await server.ask(at, { cookie, form: { password: newPassword } })
      expect(done.status).toBe(303)
      expect(done.location).toBe(`${page}?done=resetPassword&lang=${language}`)
      expect(cookiesOf({ setCookies: [cookie] }, done)).toBe('')
      expect(owner.announced).toEqual([{ kind: 'session-ended' }, { kind: 'session-ended' }])
      expect([await open(cookie), await open(other)]).toEqual([303, 303])
      const { text } = await server.ask(done.location)
      expect(textOf(text)).toContain(said.resetPassword.done)
      expect(linksIn(text)).toContain(localizedPath('/login', language))
      expect(await signsIn(owner.email, password)).toBe(false)
      expect(await signsIn(owner.email, newPassword)).toBe(true)
      expect((await server.services.accounts.find(owner.uid))?.emailVerified).toBe(true)
    })

    it.each([
      ['', auth.password.missing],
      ['7 chars', auth.password.short],
      ['passwort123', auth.password.common],
      ['abcd1234', auth.password.common],
      ['endless'.repeat(30), auth.password.long],
    ])('is refused when it is %j, and the link still works', async (weak, error) => {
      const { email } = await server.signUp()
      const at = address(await resetCode(email), 'resetPassword')
      const { status, text } = await server.ask(at, { form: { password: weak } })
      expect(status).toBe(400)
      expect(field(text, 'password')).toMatchObject({ invalid: true, focused: true, value: '' })
      expect(field(text, 'password').described).toContain(error)
      expect((await server.ask(at, { form: { password: newPassword } })).status).toBe(303)
    })

    it('is not the address, whatever the form says the address is', async () => {
      const { email } = await server.signUp()
      const at = address(await resetCode(email), 'resetPassword')
      const form = { password: email.toUpperCase(), email: 'somebody@example.com' }
      const { text } = await server.ask(at, { form })
      expect(field(text, 'password').described).toContain(auth.password.isEmail)
      expect(field(text, 'email').value).toBe(email)
    })

    it('cannot be set twice with one link; the page offers another mail', async () => {
      const { email } = await server.signUp()
      const at = address(await resetCode(email), 'resetPassword')
      await server.ask(at, { form: { password: newPassword } })
      for (const question of [{}, { form: { password: newPassword } }]) {
        const { status, text } = await server.ask(at, question)
        expect(status).toBe(400)
        expect(textOf(text)).toContain(auth.invalidActionCode)
        expect(textOf(text)).toContain(said.sendReset)
        const form = elements(text, 'form').find(({ text }) => text.includes(said.sendReset))
        const again = form?.attributes.action ?? ''
        const sent = await server.ask(again, { form: { email, intent: 'reset' } })
        expect(sent.location).toBe(`${localizedPath('/login', language)}?sent=reset`)
      }
    })

    it('leads to the page that was asked for at first, if it is ours', async () => {
      const { email } = await server.signUp()
      const asked = '/dashboard/tickets?ticket=7'
      for (const [continueUrl, to] of [
        [server.origin + asked, asked],
        ['https://evil.example/dashboard', ''],
        [`${server.origin}//evil.example/`, ''],
        ['javascript:alert(1)', ''],
      ] as const) {
        const at = address(await resetCode(email), 'resetPassword', { continueUrl })
        const done = await server.ask(at, { form: { password: newPassword } })
        expect(new URL(done.location, server.origin).searchParams.get('redirect') ?? '').toBe(to)
        const { text } = await server.ask(done.location)
        const query = to && `?redirect=${encodeURIComponent(to)}`
        expect(linksIn(text)).toContain(localizedPath('/login', language) + query)
      }
    })
  })

  describe('a new address', () => {
    async function changeCode() {
      const owner = await ownerWithTwoSessions()
      const to = newEmail()
      const { identity } = server.services
      await identity.sendEmailChange(await idTokenOf(owner.email), to, language)
      const code = await lastCode(owner.email, 'VERIFY_AND_CHANGE_EMAIL')
      return { owner, to, at: address(code, 'verifyAndChangeEmail') }
    }

    it('replaces the old one by the button alone, and ends every session', async () => {
      const { owner, to, at } = await changeCode()
      for (const _time of ['first', 'second']) {
        const { status, text } = await server.ask(at)
        expect(status).toBe(200)
        expect(textOf(text)).toContain(to)
        expect(textOf(text)).toContain(owner.email)
      }
      expect(await open(owner.cookie)).toBe(200)
      const done = await server.ask(at, { cookie: owner.cookie, form: {} })
      expect(done.location).toBe(`${page}?done=verifyAndChangeEmail&lang=${language}`)
      expect(owner.announced).toHaveLength(2)
      expect(await Promise.all(owner.cookies.map(open))).toEqual([303, 303])
      const account = await server.services.accounts.find(owner.uid)
      expect(account).toMatchObject({ email: to, emailVerified: true })
      expect(textOf((await server.ask(done.location)).text)).toContain(
        said.verifyAndChangeEmail.done,
      )
      expect(await signsIn(to, password)).toBe(true)
    })

    it('that somebody else has meanwhile is refused', async () => {
      const { owner, to, at } = await changeCode()
      await server.signUp(to)
      const { status, text } = await server.ask(at, { form: { password } })
      expect(status).toBe(409)
      expect(textOf(text)).toContain(auth.emailAlreadyInUse)
      expect(await open(owner.cookie)).toBe(200)
    })

    it('whose link was used says where to ask again', async () => {
      const { at } = await changeCode()
      await server.ask(at, { form: { password } })
      const { status, text } = await server.ask(at)
      expect(status).toBe(400)
      expect(textOf(text)).toContain(said.verifyAndChangeEmail.again)
      expect(linksIn(text)).toContain(localizedPath('/dashboard/profile', language))
    })
  })

  it('an address is taken back, every session ends, and a new password is offered', async () => {
    const owner = await ownerWithTwoSessions()
    await takeOver(await idTokenOf(owner.email), newEmail())
    const at = address(await lastCode(owner.email, 'RECOVER_EMAIL'), 'recoverEmail')
    const shown = await server.ask(at)
    expect(textOf(shown.text)).toContain(said.recoverEmail.heading)
    expect(await open(owner.cookie)).toBe(200)
    const done = await server.ask(at, { form: {} })
    expect(done.location).toBe(`${page}?done=recoverEmail&lang=${language}`)
    expect(owner.announced).toHaveLength(2)
    expect(await Promise.all(owner.cookies.map(open))).toEqual([303, 303])
    const { text } = await server.ask(done.location, { cookie: cookiesOf(done) })
    expect(textOf(text)).toContain(said.recoverEmail.done)
    expect(field(text, 'email').value).toBe(owner.email)
    expect(elements(text, 'button').map((button) => button.text)).toContain(said.sendReset)
    const used = await server.ask(at)
    expect(used.status).toBe(400)
    expect(textOf(used.text)).toContain(said.recoverEmail.refused)
    expect(await signsIn(owner.email, password)).toBe(false)
  })

  describe.each([true, false])('a mail link, with enumeration protection %s', (protection) => {
    beforeAll(() => setEnumerationProtection(protection))

    it('signs in by the button, without typing, in the browser that asked', async () => {
      const { email } = await server.signUp()
      const asked = '/dashboard/tickets?state=solved'
      const login = `${localizedPath('/login', language)}?redirect=${encodeURIComponent(asked)}`
      const sent = await server.ask(login, { form: { email, intent: 'link' } })
      const continueUrl = server.origin + asked
      const at = address(await lastCode(email, 'EMAIL_SIGNIN'), 'signIn', { continueUrl })
      const cookie = cookiesOf(sent)
      for (const _time of ['first', 'second']) {
        const { status, text, setCookies } = await server.ask(at, { cookie })
        expect(status).toBe(200)
        expect(textOf(text)).toContain(said.signIn.text.replace('{{email}}', email))
        expect(() => field(text, 'email')).toThrow()
        expect(setCookies).toEqual([])
      }
      const done = await server.ask(at, { cookie, form: {} })
      expect(done).toMatchObject({ status: 303, location: asked })
      expect(await open(cookieFrom(done))).toBe(200)
      expect(cookiesOf(sent, done)).not.toContain('mail-address')
    })

    it('asks for the address elsewhere, and refuses any other', async () => {
      const { email } = await server.signUp()
      const at = address(await signInCode(email), 'signIn')
      expect(field((await server.ask(at)).text, 'email').described).toContain(said.signIn.hint)
      for (const [typed, error] of [
        ['', errors.email.missing],
        ['ada', errors.email.invalid],
        [newEmail(), errors.email.notTheLinks],
      ] as const) {
        const { status, text, setCookies } = await server.ask(at, { form: { email: typed } })
        expect(status).toBe(400)
        expect(field(text, 'email')).toMatchObject({ value: typed, invalid: true })
        expect(field(text, 'email').described).toContain(error)
        expect(setCookies).toEqual([])
      }
      const done = await server.ask(at, { form: { email: ` ${email.toUpperCase()} ` } })
      expect(done).toMatchObject({ location: localizedPath('/dashboard', language) })
      expect(await open(cookieFrom(done))).toBe(200)
    })

    it('makes the account of whoever has none', async () => {
      const email = newEmail()
      const at = address(await signInCode(email), 'signIn')
      const done = await server.ask(at, { form: { email } })
      expect(await open(cookieFrom(done))).toBe(200)
      const account = await server.services.accounts.findByEmail(email)
      expect(account).toMatchObject({ email, emailVerified: true, locale: language })
    })
  })

  it('a mail link that was used offers another', async () => {
    const { email } = await server.signUp()
    const at = address(await signInCode(email), 'signIn')
    await server.ask(at, { form: { email } })
    for (const question of [{}, { form: { email } }]) {
      const { status, text } = await server.ask(at, question)
      expect(status).toBe(400)
      expect(textOf(text)).toContain(auth.invalidActionCode)
      expect(elements(text, 'button').map((button) => button.text)).toContain(login.sendLink)
    }
  })

  it('a mail link of somebody else’s choosing does not sign in whoever asked for their own', async () => {
    const mine = await server.signUp()
    const theirs = await server.signUp()
    const path = localizedPath('/login', language)
    const sent = await server.ask(path, { form: { email: mine.email, intent: 'link' } })
    const at = address(await signInCode(theirs.email), 'signIn')
    const { status, text, setCookies } = await server.ask(at, {
      cookie: cookiesOf(sent),
      form: {},
    })
    expect(status).toBe(400)
    expect(field(text, 'email').described).toContain(errors.email.notTheLinks)
    expect(setCookies).toEqual([])
  })

  it('the code’s own kind decides, whatever the address says', async () => {
    const { email } = await server.signUp()
    const code = await resetCode(email)
    for (const mode of ['verifyEmail', 'signIn', 'recoverEmail', 'nonsense', '']) {
      const { text } = await server.ask(address(code, mode))
      expect(textOf(text)).toContain(said.resetPassword.heading)
      expect((await server.ask(address(code, mode), { form: {} })).status).toBe(400)
    }
    expect(await signsIn(email, password)).toBe(true)
  })

  it('a link as the mail has it opens in the mail’s language, without the key', async () => {
    const { email } = await server.signUp()
    const code = await resetCode(email)
    const query = new URLSearchParams({ mode: 'resetPassword', oobCode: code, lang: language })
    const other = language === 'de' ? '/verify-email' : '/de/verify-email'
    const first = await server.ask(`${other}?${query}&apiKey=AIza-another`)
    expect(first.location).toBe(`${page}?${query}&apiKey=AIza-another`)
    const reply = await server.ask(first.location)
    expect(reply.status).toBe(302)
    expect(reply.location).toBe(`${page}?${query}`)
    expect((await server.ask(reply.location)).status).toBe(200)
  })

  it('a blocked account is told so, and is offered no mail', async () => {
    const { email, desk } = await server.signUp()
    const at = address(await signInCode(email), 'signIn')
    await disable(desk.ownerUid)
    const { status, text, setCookies } = await server.ask(at, { form: { email } })
    expect(status).toBe(403)
    expect(textOf(text)).toContain(auth.userDisabled)
    expect(setCookies).toEqual([])
  })

  it('an address to confirm still is, and says so', async () => {
    const { email, cookie } = await server.signUp()
    const at = address(await lastCode(email, 'VERIFY_EMAIL'), 'verifyEmail')
    const done = await server.ask(at, { cookie, form: {} })
    expect(done.location).toBe(`${page}?done=verifyEmail&lang=${language}`)
    expect(textOf((await server.ask(done.location)).text)).toContain(verify.done)
  })
})

describe.skipIf(ownAccounts)('with an identity service that refuses', () => {
  let faults: FaultServer
  let troubled: TestServer

  beforeAll(async () => {
    faults = await startFaultServer()
    troubled = await openTestServer({ identity: faults })
  })

  afterAll(() => troubled.close())

  const modes = ['verifyEmail', 'resetPassword', 'verifyAndChangeEmail', 'recoverEmail', 'signIn']

  it.each(modes)('a link for %s that is too old, it says what to do', async (mode) => {
    const {
      verify: { link: said },
      login,
      verify,
      auth,
    } = words.de
    faults.answer(refusal('EXPIRED_OOB_CODE'))
    const at = `/de/verify-email?mode=${mode}&oobCode=old&lang=de`
    const { status, text } = await troubled.ask(at)
    expect(status).toBe(410)
    expect(textOf(text)).toContain(auth.expiredActionCode)
    const remedies: Record<string, string> = {
      verifyEmail: verify.signIn,
      resetPassword: said.sendReset,
      verifyAndChangeEmail: said.verifyAndChangeEmail.again,
      recoverEmail: said.sendReset,
      signIn: login.sendLink,
    }
    expect(textOf(text)).toContain(remedies[mode])
    expect((await troubled.ask(at, { form: {} })).status).toBe(410)
  })

  it('to answer at all, it offers to try again', async () => {
    faults.answer({ text: '<html>502</html>', status: 502 })
    const at = '/verify-email?mode=resetPassword&oobCode=sound&lang=en'
    const { status, text } = await troubled.ask(at)
    expect(status).toBe(503)
    expect(textOf(text)).toContain(words.en.auth.networkRequestFailed)
    expect(linksIn(text)).toContain(at)
  })

  it('a password that it finds weak, the form says so and the link goes on', async () => {
    const check = {
      json: { email: 'ada@example.com', requestType: 'PASSWORD_RESET' as ActionKind },
    }
    const weak = refusal('PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [x]')
    faults.answer(check, weak, check)
    const at = '/verify-email?mode=resetPassword&oobCode=sound&lang=en'
    const { status, text } = await troubled.ask(at, { form: { password: newPassword } })
    expect(status).toBe(400)
    const {
      auth: { passwordDoesNotMeetRequirements },
    } = words.en
    expect(field(text, 'password').described).toContain(passwordDoesNotMeetRequirements)
  })
})
