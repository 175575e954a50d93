import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ClientCode,
  clientCodes,
  describe as describeCode,
  fromServer,
  serverCodes,
} from '~/domain/identity/errors'
import { sessionFate } from '~/domain/identity/tokens'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { translations } from '../../app/i18n/translation.server'
import { type FaultServer, refusal, startFaultServer } from '../support/fault-server'
import { textOf } from '../support/html'
import {
  cookieFrom,
  minute,
  openTestServer,
  password,
  type TestServer,
} from '../support/test-server'

const user = {
  localId: 'ada',
  email: 'ada@example.com',
  emailVerified: false,
  providerUserInfo: [{ providerId: 'password' }, { providerId: 'google.com' }],
}
const fine = {
  json: { ...user, idToken: 'a', refreshToken: 'b', expiresIn: '3600', users: [user] },
}

/** An e-mail asked for reveals no account, and has no place for a captcha. */
function instead(sent: 'login:sentLink' | 'login:sentReset'): Partial<Record<ClientCode, string>> {
  return {
    'user-not-found': sent,
    'user-disabled': sent,
    'missing-recaptcha-token': 'login:captchaForMail',
    'invalid-recaptcha-token': 'login:captchaForMail',
    'captcha-check-failed': 'login:captchaForMail',
  }
}

const mailLink = (kind: string) => `/verify-email?mode=${kind}&oobCode=code&lang=en`

/** Each form that calls the identity service, with the call that is refused. */
const forms: [
  string,
  string,
  string,
  Record<string, string>,
  Partial<Record<ClientCode, string>>?,
][] = [
  [
    'a new password',
    '/dashboard/settings/password',
    'signInWithPassword',
    {
      intent: 'change-password',
      currentPassword: password,
      newPassword: 'tea-in-the-kettle',
    },
  ],
  [
    'a new password that is not taken',
    '/dashboard/settings/password',
    'update',
    {
      intent: 'change-password',
      currentPassword: password,
      newPassword: 'tea-in-the-kettle',
    },
  ],
  [
    'a deletion',
    '/dashboard/settings/delete?step=confirm',
    'signInWithPassword',
    {
      intent: 'delete',
      deletionPassword: password,
      confirmation: 'delete',
    },
  ],
  ['a name', '/dashboard/profile', 'update', { intent: 'save-name', displayName: 'Ada' }],
  [
    'another address',
    '/dashboard/profile',
    'signInWithPassword',
    {
      intent: 'change-email',
      email: 'lovelace@example.com',
      emailPassword: password,
    },
  ],
  [
    'another address that gets no mail',
    '/dashboard/profile',
    'sendOobCode',
    {
      intent: 'change-email',
      email: 'lovelace@example.com',
      emailPassword: password,
    },
  ],
  ['one way less', '/dashboard/profile', 'update', { intent: 'unlink', provider: 'google.com' }],
  [
    'an export',
    '/dashboard/settings/export',
    'signInWithPassword',
    { intent: 'export', exportPassword: password },
  ],
  ['the verification once more', '/verify-email', 'sendOobCode', {}],
  ['a sign-in', '/login', 'signInWithPassword', { email: user.email, password }],
  ['a sign-up', '/signup', 'signUp', { email: user.email, password }],
  [
    'a sign-in link',
    '/login',
    'sendOobCode',
    { intent: 'link', email: user.email },
    instead('login:sentLink'),
  ],
  [
    'a forgotten password',
    '/login',
    'sendOobCode',
    { intent: 'reset', email: user.email },
    instead('login:sentReset'),
  ],
  ['a mailed link', mailLink('EMAIL_SIGNIN'), 'resetPassword', { email: user.email }],
  [
    'a mailed link that does not sign in',
    mailLink('EMAIL_SIGNIN'),
    'signInWithEmailLink',
    { email: user.email },
    { 'invalid-email': 'errors:email.notTheLinks' },
  ],
  [
    'a password in place of a forgotten one',
    mailLink('PASSWORD_RESET'),
    'resetPassword.*newPassword',
    { password: 'tea-in-the-kettle' },
  ],
]

/** One code of the service for each that we know. */
const codes = clientCodes.flatMap((code): [ClientCode, string][] => {
  const server = serverCodes.find((each) => fromServer(each) === code)
  return server ? [[code, server]] : []
})

let faults: FaultServer
let testServer: TestServer
let cookie = ''

beforeAll(async () => {
  faults = await startFaultServer()
  testServer = await openTestServer({ identity: faults })
})

afterAll(() => testServer.close())

async function signIn() {
  faults.answer(fine)
  cookie = cookieFrom(await testServer.ask('/login', { form: { email: user.email, password } }))
}

function sentence(language: 'en' | 'de', key: string): string {
  const found = translations(language).t(key as 'errors:general')
  if (found === key) throw new Error(`There is no sentence ${key}`)
  return found
}

/** Every other code: a form tells half of them in one language and the other half in the other. */
const halves = languages.flatMap((language, half) =>
  forms.map(([name, ...rest], index) => ({
    language,
    name,
    rest,
    some: codes.filter((_, each) => (each + index) % languages.length === half),
  })),
)

describe.each(halves)('in $language the form for $name', ({ language, rest, some }) => {
  const [path, call, form, otherwise = {}] = rest
  const address = localizedPath(path, language)
  const signedIn = path.startsWith('/dashboard') || path === '/verify-email'
  const kind = new URLSearchParams(path.split('?')[1]).get('mode')
  const called = new RegExp(`accounts:${call}`)
  const found = { json: { ...fine.json, requestType: kind } }

  it('says why, whatever the service refuses it with', async () => {
    const enter = async () => {
      await signIn()
      // Only an old proof is asked for again.
      if (form.intent === 'export') testServer.clock.forward(6 * minute)
    }
    await enter()
    for (const [code, server] of some) {
      const refused = refusal(server)
      faults.answer(({ path: asked, body }) => (called.test(asked + body) ? refused : found))
      const { status, key } = describeCode(code)
      const reply = await testServer.ask(address, { form, cookie: signedIn ? cookie : '' })
      const over = signedIn && sessionFate(code, 'fresh-token') === 'end'
      if (over) {
        expect({ code, status: reply.status }).toEqual({ code, status: 303 })
        expect(cookieFrom(reply)).toBe('sid=')
        expect((await testServer.ask('/dashboard', { cookie })).status).toBe(303)
      }
      const hidden = otherwise[code]?.startsWith('login:sent')
      const page = over || hidden ? await testServer.ask(reply.location) : reply
      expect({ code, status: page.status }).toEqual({ code, status: hidden ? 200 : status })
      const text = textOf(page.text)
      const said = [otherwise[code] ?? key, 'auth:password.wrong'].some((each) =>
        text.includes(sentence(language, each)),
      )
      expect({ code, said }).toEqual({ code, said: true })
      expect(page.headers.has('WWW-Authenticate')).toBe(status === 401)
      if (over) await enter()
    }
  })
})
