import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noNotifications, usualNotifications } from '~/domain/accounts/notifications'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { filesWith } from '../support/files-with'
import { elements, field, languageOf, textOf } from '../support/html'
import {
  hour,
  minute,
  type Owner,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'
import { mailsIn } from '../support/written-mails'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  await server.signUp()
})

afterAll(() => server.close())

const mailsTo = (address: string) => mailsIn(server.folder, address)

/** An owner whose address is confirmed. */
async function openDesk(): Promise<Owner> {
  const owner = await server.signUp()
  const account = await server.services.accounts.findByEmail(owner.email)
  if (account) await server.services.accounts.save({ ...account, emailVerified: true })
  return owner
}

async function ask(owner: Owner, body: string, email: string, language = 'en' as 'en' | 'de') {
  const path = localizedPath(`/chat?desk=${owner.desk.publicKey}`, language)
  const form = { key: randomUUID(), body, email, name: 'Vera' }
  const { location } = await server.ask(path, { form })
  await server.ask(location)
  return location
}

async function answer(owner: Owner, number: number, body: string) {
  const path = `/dashboard/tickets?ticket=${number}`
  const form = { intent: 'reply', key: randomUUID(), body }
  expect((await server.ask(path, { ...owner, form })).status).toBe(303)
}

async function later(milliseconds = 3 * minute) {
  server.clock.forward(milliseconds)
  await server.runDue()
}

function stopLink(mail?: { headers: { key: string; value: string }[] }): string {
  const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
  const { pathname, search } = new URL(header?.slice(1, -1) ?? '')
  return pathname + search
}

describe.each(languages)('in %s', (language) => {
  const { mails } = words[language]

  it('a visitor who is gone gets the answer, and stops such mails without signing in', async () => {
    const owner = await openDesk()
    const email = `vera-${language}@example.com`
    await ask(owner, 'Is it open?', email, language)
    await answer(owner, 1, 'Yes, it is.')
    await later()
    const [mail] = await mailsTo(email)
    expect(mail?.text).toMatch(/^Yes, it is\.\n/)
    const page = stopLink(mail)

    for (const _ of ['a scanner', 'a person']) {
      const shown = await server.ask(page)
      expect(shown.status).toBe(200)
      expect(languageOf(shown.text)).toBe(language)
      expect(textOf(shown.text)).toContain(mails.stopVisitor)
      expect(shown.headers.get('Cache-Control')).toBe('private, no-store')
    }
    const [button] = elements(shown(await server.ask(page)), 'button').filter(
      ({ attributes }) => attributes.value === 'stop',
    )
    expect(button?.text).toBe(mails.stopButton)
    const stop = await server.ask(page, { form: { intent: 'stop' } })
    expect(stop).toMatchObject({ status: 303, location: page })
    expect(textOf(shown(await server.ask(page)))).toContain(mails.stoppedVisitor)
    await answer(owner, 1, 'And tomorrow, too.')
    await later()
    expect(await mailsTo(email)).toHaveLength(1)
    await server.ask(page, { form: { intent: 'resume' } })
    await answer(owner, 1, 'The day after it is closed.')
    await later()
    expect(await mailsTo(email)).toHaveLength(2)
  })

  it('a link that is not whole says so and stops nothing', async () => {
    for (const token of ['', 'x', 'vYWRh.AAAA', 'oYWRh.AAAA', 'cYWRh.AAAA']) {
      const path = localizedPath(`/mails?stop=${token}`, language)
      for (const form of [undefined, { intent: 'stop' }]) {
        const { status, text } = await server.ask(path, { form })
        expect(status).toBe(404)
        expect(textOf(text)).toContain(mails.stopUnknown)
        expect(elements(text, 'a').map((link) => link.text)).toContain(
          words[language].errors.page.ask,
        )
      }
    }
  })
})

function shown({ text }: { text: string }): string {
  return text
}

describe.each(languages)('the owner reads in %s that a visitor gets no e-mail', (language) => {
  const { noMail } = words[language].tickets
  const thread = async (owner: Owner) => {
    const path = localizedPath('/dashboard/tickets?ticket=1', language)
    return textOf((await server.ask(path, owner)).text)
  }

  it('before the owner’s own address is confirmed: written to by the desk itself, too', async () => {
    const owner = await server.signUp()
    const target = `target-${language}@example.com`
    await ask(owner, 'Cheap watches', target)
    await answer(owner, 1, 'Buy them at watches.example')
    await later(hour)
    expect(await mailsTo(target)).toEqual([])
    expect(await thread(owner)).toContain(noMail.unverified)
    const section = localizedPath('/dashboard/settings/notifications', language)
    const settings = words[language].notifications
    expect(textOf((await server.ask(section, owner)).text)).toContain(
      settings.unverified.replace('{{email}}', owner.email),
    )
  })

  it('before a conversation that was held is released, and one once it is', async () => {
    const owner = await openDesk()
    const target = `held-${language}@example.com`
    const path = `/chat?desk=${owner.desk.publicKey}`
    const form = { key: randomUUID(), body: 'Watches', email: target, name: '', homepage: 'x' }
    const { location } = await server.ask(path, { form })
    const release = { ...owner, form: { intent: 'release' } }
    await later(hour)
    expect(await mailsTo(target)).toEqual([])
    const overview = await server.ask(localizedPath('/dashboard', language), owner)
    expect(textOf(overview.text)).toContain(words[language].overview.held_one)
    expect((await server.ask('/dashboard/tickets?ticket=1', release)).status).toBe(303)
    const after = await server.ask(localizedPath('/dashboard', language), owner)
    expect(textOf(after.text)).not.toContain(words[language].overview.held_one)
    await later(hour)
    const mails = await mailsTo(target)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(new URL(location, server.origin).search)
    await answer(owner, 1, 'Yes, we have watches')
    await later(hour)
    expect(await mailsTo(target)).toHaveLength(2)
  })
})

it('a mail program stops mails by itself, from no page and without a redirect', async () => {
  const owner = await openDesk()
  await ask(owner, 'One', 'one@example.com')
  await later()
  const [mail] = await mailsTo(owner.email)
  const page = stopLink(mail)
  const post = (contentType: string, body: string) =>
    fetch(server.origin + page, {
      method: 'POST',
      headers: { 'Content-Type': contentType },
      body,
      redirect: 'manual',
    })
  const urlencoded = 'application/x-www-form-urlencoded'
  expect((await post(urlencoded, 'something=else')).status).toBe(200)
  const account = () => server.services.accounts.findByEmail(owner.email)
  expect((await account())?.notifications).toBeUndefined()
  expect((await post(urlencoded, 'List-Unsubscribe=One-Click')).status).toBe(200)
  expect((await account())?.notifications?.events).toMatchObject(noNotifications.events)
  await server.ask(page, { form: { intent: 'resume' } })
  expect((await account())?.notifications?.events).toEqual(usualNotifications.events)
  const part = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n'
  expect((await post('multipart/form-data; boundary=x', `${part}--x--\r\n`)).status).toBe(200)
  expect((await account())?.notifications?.events).toMatchObject(noNotifications.events)
})

it('forms of other sites are taken nowhere else for it', async () => {
  for (const path of ['/mails/x', '/mails.data/..%2fchat', '/chat', '/dashboard/settings']) {
    const response = await fetch(server.origin + path, { method: 'POST', body: 'a=b' })
    expect(response.status, path).toBe(403)
  }
})

it('one conversation of the desk after the other waits for the owner, once each', async () => {
  const owner = await openDesk()
  await ask(owner, 'First thing', '')
  await later()
  await later()
  expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([
    'Vera asks: First thing',
  ])
  // A member who has looked at it knows of it.
  await ask(owner, 'Second thing', '')
  await server.ask('/live?ticket=2&seen=1', { ...owner, form: {} })
  await later()
  expect(await mailsTo(owner.email)).toHaveLength(1)
})

it('what is erased is erased from mails too: by age, and with the account', async () => {
  const owner = await openDesk()
  // No other address ends like it: in an index one of them follows an id, whose last letter is any.
  const email = 'kanarienvogel@example.com'
  await ask(owner, 'Kanarienvogel eins', email)
  await answer(owner, 1, 'Kanarienvogel zwei')
  await later()
  expect(filesWith(server.folder, 'Kanarienvogel').some((file) => file.endsWith('.eml'))).toBe(true)
  await server.services.desks.saveRetention(owner.desk.id, 30)
  await later(29 * 24 * 60 * minute)
  expect(filesWith(server.folder, 'Kanarienvogel')).not.toEqual([])
  await later(2 * 24 * 60 * minute)
  expect(await server.services.tickets.count(owner.desk.id)).toMatchObject({ waiting: 0 })
  expect(filesWith(server.folder, 'Kanarienvogel').some((file) => file.endsWith('.eml'))).toBe(
    false,
  )
  // What is left in the store's files is overwritten in the night.
  await later(24 * 60 * minute)
  for (const trace of ['Kanarienvogel', email]) {
    expect(filesWith(server.folder, trace), `${trace}\n${server.warnings.join('')}`).toEqual([])
  }

  const other = await openDesk()
  await ask(other, 'Nachtigall eins', email)
  await later()
  expect(filesWith(server.folder, 'Nachtigall').some((file) => file.endsWith('.eml'))).toBe(true)
  const form = { intent: 'delete', deletionPassword: password, confirmation: 'delete' }
  const reply = await server.ask('/dashboard/settings/delete?step=delete', {
    ...other,
    form,
  })
  expect(reply.status).toBe(303)
  // Its record outlives a sign-in that may still be on its way, and a service that is not there.
  while (await server.services.erasure.isHidden(other.desk.ownerUid)) await later()
  await later(24 * 60 * minute)
  for (const trace of ['Nachtigall', email, other.desk.id, other.email]) {
    expect(filesWith(server.folder, trace), `${trace}\n${server.warnings.join('')}`).toEqual([])
  }
})

describe('the settings', () => {
  const path = '/dashboard/settings/notifications'
  const chosen = { intent: 'save-notifications', ticket: 'digest', message: 'off' }

  it('keep what the owner is told of, and when', async () => {
    const owner = await openDesk()
    const quiet = { quietFrom: '22:00', quietTo: '07:30' }
    const saved = await server.ask(path, { ...owner, form: { ...chosen, ...quiet } })
    expect(saved).toMatchObject({ status: 303, location: path })
    const account = await server.services.accounts.findByEmail(owner.email)
    expect(account?.notifications).toEqual({
      events: { ticket: 'digest', message: 'off' },
      quiet: { from: '22:00', to: '07:30' },
    })
    const { text } = await server.ask(path, owner)
    expect(field(text, 'quietTo').value).toBe('07:30')
    expect(text).toMatch(/<option value="digest" selected=""/)
    const none = { ...chosen, quietFrom: '', quietTo: '' }
    expect((await server.ask(path, { ...owner, form: none })).status).toBe(303)
  })

  it('ask for both times of the quiet hours or none, and for nothing that there is not', async () => {
    const owner = await openDesk()
    const half = await server.ask(path, { ...owner, form: { ...chosen, quietFrom: '22:00' } })
    expect(half.status).toBe(400)
    expect(field(half.text, 'quietTo')).toMatchObject({
      focused: true,
      described: words.en.errors.time.missing,
    })
    expect(field(half.text, 'quietFrom').value).toBe('22:00')
    const wrongs: Record<string, string>[] = [{ quietFrom: '25:00' }, { ticket: 'sometimes' }]
    for (const wrong of wrongs) {
      expect((await server.ask(path, { ...owner, form: { ...chosen, ...wrong } })).status).toBe(400)
    }
  })

  it('show which mails went wrong', async () => {
    const owner = await openDesk()
    await ask(owner, 'One', 'one@example.com')
    await answer(owner, 1, 'Yes')
    await server.runDue()
    const { mails } = server.services
    for (const mail of await mails.listDue(new Date(server.clock.now.getTime() + 3 * minute), 99)) {
      await mails.change(mail.key, server.clock.now, () => {
        return { state: 'failed', dueAt: undefined, problem: '550 5.1.1' }
      })
    }
    const { text } = await server.ask(path, owner)
    expect(textOf(text)).toContain('The reply to the guest of no. 1')
    expect(textOf(text)).toContain('It could not be delivered (550 5.1.1).')
  })
})
