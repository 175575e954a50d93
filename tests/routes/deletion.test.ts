import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { type FaultServer, outwait, refusal, startFaultServer } from '../support/fault-server'
import { filesWith } from '../support/files-with'
import { cookiesOf } from '../support/google'
import { elements, field, languageOf, textOf } from '../support/html'
import { listen } from '../support/listen'
import { ownAccounts } from '../support/own-servers'
import {
  cookieFrom,
  minute,
  newEmail,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  // The oldest desk is the site's own; it is nobody's who leaves.
  await server.signUp()
})

afterAll(() => server.close())

describe.each(languages)('in %s', (language) => {
  const { notices, account, auth, chat } = words[language]
  const path = localizedPath('/dashboard/settings/delete', language)
  const step = `${path}?step=confirm`
  const confirmation = words[language].account.erasureWord

  function press(cookie: string, form: Record<string, string>) {
    return server.ask(step, { cookie, form: { intent: 'delete', ...form } })
  }

  it('the page first says what will be gone, and only then has the form', async () => {
    const { cookie, email, desk } = await server.signUp()
    for (const words of ['one', 'two']) await server.begin(words, desk.publicKey)
    const { text } = await server.ask(path, { cookie })
    expect(text).not.toContain('value="delete"')
    const link = elements(text, 'a').find(({ attributes }) => attributes.href === step)
    expect(link?.text).toBe(account.deleteOpen)
    const form = await server.ask(step, { cookie })
    expect(textOf(form.text)).toContain(account.goneAccount.replace('{{email}}', email))
    expect(textOf(form.text)).toContain(account.deleteTraces)
    expect(textOf(form.text)).toContain(account.goneTickets_other.replace('{{count}}', '2'))
    expect(textOf(form.text)).toContain(
      account.deleteWord.replace('$t(account:erasureWord)', confirmation),
    )
  })

  it('without the right password and the word nothing is deleted', async () => {
    const { cookie } = await server.signUp()
    const wrong = await press(cookie, { deletionPassword: 'not-the-kettle', confirmation })
    expect(wrong.status).toBe(400)
    expect(languageOf(wrong.text)).toBe(language)
    expect(field(wrong.text, 'deletionPassword')).toMatchObject({
      value: '',
      focused: true,
      described: auth.password.wrong,
    })
    expect(field(wrong.text, 'confirmation').value).toBe(confirmation)
    const other = await press(cookie, { deletionPassword: password, confirmation: 'yes' })
    expect(other.status).toBe(400)
    expect(field(other.text, 'confirmation')).toMatchObject({
      value: 'yes',
      focused: true,
      described: account.errors.word,
    })
    expect(other.text).not.toContain(password)
    const empty = await press(cookie, {})
    expect(field(empty.text, 'confirmation').described).toBe(account.errors.word)
    const none = await press(cookie, { confirmation })
    expect(field(none.text, 'deletionPassword').described).toBe(auth.password.missing)
    expect((await server.ask('/dashboard', { cookie })).status).toBe(200)
  })

  it('everything is gone: here, at the identity service, on all devices, in every file', async () => {
    const canary = `Kanarienvogel-${language}`
    // As search keeps it.
    const folded = `kanarienvogel ${language}`
    const owner = await server.signUp(newEmail(), language)
    const { desk, email } = owner
    await server.services.desks.rename(desk.id, `${canary} & Co.`)
    const { address, secret } = await server.begin(`${canary} asks`, desk.publicKey)
    const other = cookieFrom(await server.ask('/login', { form: { email, password } }))
    const lines = await Promise.all([
      listen(`${server.origin}/live`, { Cookie: owner.cookie }),
      listen(`${server.origin}/live`, { Cookie: other }),
      listen(`${server.origin}/live?t=${secret}`),
    ])
    expect(lines.map(({ status }) => status)).toEqual([200, 200, 200])
    // A search has what is new indexed.
    await server.ask('/dashboard/tickets?q=kanarienvogel', { cookie: owner.cookie })
    for (const trace of [canary, folded, email])
      expect(filesWith(server.folder, trace)).not.toEqual([])

    const reply = await press(owner.cookie, { deletionPassword: password, confirmation })
    const home = localizedPath('/', language)
    expect(reply).toMatchObject({ status: 303, location: home })
    expect(reply.setCookies.join()).toMatch(/sid=; Max-Age=0/)
    expect(reply.headers.get('Clear-Site-Data')).toBe('"cache"')
    const page = await server.ask(home, { cookie: cookiesOf(reply) })
    expect(textOf(page.text)).toContain(notices.accountDeleted)

    for (const line of lines) await line.end()
    for (const cookie of [owner.cookie, other]) {
      expect((await server.ask('/dashboard', { cookie })).status).toBe(303)
    }
    const visitor = await server.ask(address)
    expect(visitor.status).toBe(404)
    expect(visitor.text).not.toContain(canary)
    const unknown = await server.ask(localizedPath(`/chat?t=${secret}`, language))
    expect(unknown.status).toBe(404)
    expect(textOf(unknown.text)).toContain(chat.unknown)
    expect((await server.ask(`/chat?desk=${desk.publicKey}`)).status).toBe(404)
    const early = await server.ask(localizedPath('/login', language), {
      form: { email, password },
    })
    // At Firebase the account is there until the server has done the rest; our own is gone.
    expect(early).toMatchObject({ status: ownAccounts ? 400 : 409, setCookies: [] })
    if (!ownAccounts) expect(textOf(early.text)).toContain(auth.accountBeingDeleted)
    await server.runDue()
    server.clock.forward(6 * minute)
    await server.runDue()
    await server.services.purge()
    const again = await server.ask('/login', { form: { email, password } })
    expect(again.status).toBe(400)
    for (const trace of [canary, folded, email, desk.id, desk.publicKey, desk.ownerUid]) {
      expect(filesWith(server.folder, trace), trace).toEqual([])
    }
    // A person who comes back begins with nothing.
    const anew = await server.signUp(email)
    expect(anew.desk).toMatchObject({ name: '' })
    expect(anew.desk.id).not.toBe(desk.id)
  })
})

it('deleting one account takes nothing of another one', async () => {
  const [ada, ben] = [await server.signUp(), await server.signUp()]
  await server.begin('To Ada', ada.desk.publicKey)
  const { address } = await server.begin('To Ben', ben.desk.publicKey)
  const form = { intent: 'delete', deletionPassword: password, confirmation: ' Löschen ' }
  await server.ask('/dashboard/settings/delete?step=confirm', { ...ada, form })
  expect((await server.ask(address)).status).toBe(200)
  expect((await server.ask('/dashboard/tickets?ticket=1', ben)).text).toContain('To Ben')
})

describe.skipIf(ownAccounts)('with an identity service in trouble', () => {
  let faults: FaultServer
  let troubled: TestServer
  let cookie: string
  const user = {
    localId: 'uid',
    email: 'ada@example.com',
    providerUserInfo: [{ providerId: 'password' }],
  }
  const tokens = { ...user, idToken: 'a', refreshToken: 'b', expiresIn: '3600' }
  const fine = { json: { ...tokens, users: [user] } }
  const form = { intent: 'delete', deletionPassword: password, confirmation: 'delete' }
  const deletions = () => faults.requests.filter(({ path }) => path.endsWith('accounts:delete'))

  beforeAll(async () => {
    faults = await startFaultServer()
    troubled = await openTestServer({ identity: faults })
    faults.answer(fine)
    const login = { email: user.email, password }
    cookie = cookieFrom(await troubled.ask('/login', { form: login }))
  })

  afterAll(() => troubled.close())

  async function isWhole() {
    faults.answer(fine)
    expect((await troubled.ask('/dashboard', { cookie })).status).toBe(200)
    expect(await troubled.services.accounts.find('uid')).toBeDefined()
    expect(await troubled.services.members.desksOf('uid')).toHaveLength(1)
  }

  it.each([
    ['from the beginning', ['reset']],
    ['after the session was confirmed', [fine, 'reset']],
  ] as const)('that fails %s, nothing is deleted and the page says why', async (_, answers) => {
    for (const language of languages) {
      faults.answer(...(answers as unknown as Parameters<FaultServer['answer']>))
      const path = localizedPath('/dashboard/settings/delete?step=confirm', language)
      const { status, text } = await troubled.ask(path, { cookie, form })
      expect(status).toBe(503)
      expect(languageOf(text)).toBe(language)
      expect(textOf(text)).toContain(words[language].auth.networkRequestFailed)
      await isWhole()
    }
  })

  const path = '/dashboard/settings/delete?step=confirm'
  const login = { email: user.email, password }

  /** Deletes the account while the service takes none away; then all else is gone. */
  async function deleteMeanwhile(...answers: Parameters<FaultServer['answer']>) {
    faults.answer(fine)
    cookie = cookieFrom(await troubled.ask('/login', { form: login }))
    faults.answer(fine, fine, fine, ...answers)
    expect(await troubled.ask(path, { cookie, form })).toMatchObject({ status: 303, location: '/' })
    const before = deletions().length
    await outwait(faults, () => troubled.runDue())
    expect(deletions().length).toBe(before + 1)
    expect(await troubled.services.accounts.find('uid')).toBeUndefined()
    expect(await troubled.services.members.desksOf('uid')).toEqual([])
    expect(await troubled.services.erasure.isHidden('uid')).toBe(true)
    faults.answer(fine)
    const { status, text } = await troubled.ask('/login', { form: login })
    expect(status).toBe(409)
    expect(textOf(text)).toContain(words.en.auth.accountBeingDeleted)
  }

  /** Nothing is left of it at all, once no sign-in from before can be on its way. */
  async function isForgotten() {
    const { erasure } = troubled.services
    expect(await erasure.isHidden('uid')).toBe(true)
    troubled.clock.forward(6 * minute)
    await outwait(faults, () => troubled.runDue())
    expect(await erasure.isHidden('uid')).toBe(false)
  }

  it.each(['reset', 'hang'] as const)(
    'that goes down afterwards (%s), all else is gone, and it is asked again later',
    async (fault) => {
      await deleteMeanwhile(fault)
      const before = deletions().length
      await outwait(faults, () => troubled.runDue())
      expect(deletions().length).toBe(before + 1)
      await isForgotten()
      expect((await troubled.ask('/dashboard', { cookie })).status).toBe(303)
    },
  )

  it('that stays down, it is asked less and less often, and at last it answers', async () => {
    faults.answer(fine)
    cookie = cookieFrom(await troubled.ask('/login', { form: login }))
    faults.answer(fine, fine, fine, 'reset')
    await troubled.ask(path, { cookie, form })
    const before = deletions().length
    for (const wait of [0, 29_000, 5_000, 55_000, 10_000]) {
      troubled.clock.forward(wait)
      await troubled.runDue()
    }
    expect(deletions().length).toBe(before + 3)
    faults.answer(fine)
    troubled.clock.forward(3 * minute)
    await troubled.runDue()
    await isForgotten()
  })

  it.each(['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'TOKEN_EXPIRED'])(
    'that believes the proof no more (%s), it is deleted with the next sign-in',
    async (code) => {
      await deleteMeanwhile(refusal(code))
      await troubled.runDue()
      await isForgotten()
    },
  )

  it('a sign-in that was proved just before makes the account again neither then nor later', async () => {
    faults.answer(fine)
    cookie = cookieFrom(await troubled.ask('/login', { form: login }))
    faults.answer(fine, fine, fine, fine)
    await troubled.ask(path, { cookie, form })
    await troubled.runDue()
    faults.answer(fine)
    expect((await troubled.ask('/login', { form: login })).status).toBe(409)
    expect(await troubled.services.accounts.find('uid')).toBeUndefined()
    faults.answer(refusal('USER_NOT_FOUND'))
    await troubled.runDue()
    await isForgotten()
  })

  it('that has no such account any more, nothing is left to do', async () => {
    faults.answer(fine)
    cookie = cookieFrom(await troubled.ask('/login', { form: login }))
    faults.answer(fine, fine, fine, refusal('USER_NOT_FOUND'))
    await troubled.ask(path, { cookie, form })
    await troubled.runDue()
    await isForgotten()
  })
})
