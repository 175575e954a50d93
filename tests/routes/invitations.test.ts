import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invitationLasts, invitedMember, mostInvitations } from '~/domain/members/invitations'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { temporaryFolder } from '../support/app'
import { cookiesOf } from '../support/google'
import { elements, field, linksIn, newTabsIn, textOf } from '../support/html'
import { markVerified, signUpInBrowser, verifyAddress } from '../support/identity-operator'
import { lastCode, lastContinuation, mailedCodes } from '../support/mailed-codes'
import { ownAccounts } from '../support/own-servers'
import {
  cookieFrom,
  newEmail,
  type Owner,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'
import { mailsIn } from '../support/written-mails'

const people = '/dashboard/settings/people'

/** With the link of the invitation that was sent. */
const shown = /^\/dashboard\/settings\/people(\?invite(-again)?=\w+)?$/

let server: TestServer
let manager: Owner

beforeAll(async () => {
  server = await openTestServer({ environment: { SIGNUP: 'closed' } })
  manager = await server.signUp()
})
afterAll(() => server.close())

const press = (form: Record<string, string>, caller = manager, at = server) =>
  at.ask(people, { ...caller, form: { key: randomUUID(), ...form } })

/** Invites an address, and returns the secret in the e-mail to it. */
async function invite(email: string, form: Record<string, string> = {}): Promise<string> {
  const reply = await press({ intent: 'invite', email, kind: 'colleague', ...form })
  expect(reply).toMatchObject({ status: 303, location: expect.stringMatching(shown) })
  await server.runDue()
  return lastSecret(email)
}

async function lastSecret(email: string): Promise<string> {
  const { text = '' } = (await mailsIn(server.folder, email)).at(-1) ?? {}
  return /\/signup\?invitation=([\w-]+)/.exec(text)?.[1] ?? ''
}

const pageOf = (secret: string) => `/signup?invitation=${secret}`
const openOnes = () => server.services.invitations.list(manager.desk.id)
const kindOf = async (email: string) => {
  const account = await server.services.accounts.findByEmail(email)
  const members = await server.services.members.list(manager.desk.id)
  return members.find(({ uid }) => uid === account?.uid)?.kind
}

/** Opens an account by an e-mailed link, which proves its address. Returns its cookie. */
async function openAccount(email: string, secret: string): Promise<string> {
  await server.ask(`/login?invitation=${secret}`, { form: { email, intent: 'link' } })
  const oobCode = await lastCode(email, 'EMAIL_SIGNIN')
  const continueUrl = server.origin + pageOf(secret)
  const query = new URLSearchParams({ oobCode, lang: 'en', continueUrl })
  const entered = await server.ask(`/verify-email?${query}`, { form: { email } })
  expect(entered.location).toBe(pageOf(secret))
  return cookieFrom(entered)
}

const join = (secret: string, cookie: string) =>
  server.ask(pageOf(secret), { cookie, form: { intent: 'join', displayName: 'Ida Lund' } })

describe('an invitation to a new account, where sign-up is closed', () => {
  it.each(languages)('leads by one page to the desk, in %s', async (language) => {
    const { invitation } = words[language]
    const email = newEmail()
    expect((await server.ask(localizedPath('/signup', language))).status).toBe(404)
    const path = localizedPath(pageOf(await invite(email)), language)
    const page = await server.ask(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    expect(page.text).toContain('noindex')
    expect(field(page.text, 'email').value).toBe(email)
    expect(textOf(page.text)).toContain(manager.email)
    expect(linksIn(page.text)).toContain(path.replace('/signup', '/login'))

    for (const method of ['GET', 'HEAD']) await server.ask(path, { method })
    const nameless = await server.ask(path, { form: { email, password, displayName: ' ' } })
    expect(nameless.status).toBe(400)
    expect(field(nameless.text, 'displayName').described).toContain(
      words[language].errors.name.missing,
    )
    expect(await server.services.accounts.findByEmail(email)).toBeUndefined()
    const form = { email, password, displayName: 'Ida  Lund' }
    const joined = await server.ask(path, { form })
    expect(joined).toMatchObject({ status: 303, location: localizedPath('/dashboard', language) })
    expect(await kindOf(email)).toBe('colleague')
    const cookie = cookieFrom(joined)
    const desk = await server.ask(joined.location, { cookie: cookiesOf(joined) })
    expect([desk.status, textOf(desk.text).includes(words[language].notices.deskJoined)]).toEqual([
      200,
      true,
    ])
    // No second letter is needed; Firebase alone confirms an address by its own.
    expect(await mailedCodes(email, 'VERIFY_EMAIL')).toHaveLength(1)
    expect(await lastContinuation(email, 'VERIFY_EMAIL')).toBe(server.origin + joined.location)

    const uid = (await server.services.accounts.findByEmail(email))?.uid ?? ''
    const own = await server.services.members.desksOf(uid)
    expect(own.map(({ desk, member }) => [desk.publicKey, member.name])).toEqual([
      [manager.desk.publicKey, 'Ida Lund'],
    ])
    const profile = await server.ask('/dashboard/profile', { cookie })
    expect(field(profile.text, 'displayName').value).toBe('Ida Lund')
    const again = await server.ask(path, { cookie })
    expect([again.status, textOf(again.text).includes(invitation.member.heading)]).toEqual([
      200,
      true,
    ])
    const used = await server.ask(path)
    expect([used.status, textOf(used.text).includes(invitation.used.heading)]).toEqual([410, true])
    expect(used.text).not.toContain(email)
  })

  it('takes no other address', async () => {
    const email = newEmail()
    const secret = await invite(email)
    const other = newEmail()
    const refused = await server.ask(pageOf(secret), { form: { email: other, password } })
    expect(refused.status).toBe(403)
    expect(field(refused.text, 'email').described).toContain(
      words.en.invitation.address.replace('{{email}}', email),
    )
    expect(await server.services.accounts.findByEmail(other)).toBeUndefined()
  })

  it('lets in by an e-mailed link', async () => {
    const email = newEmail()
    const secret = await invite(email)
    const login = `/login?invitation=${secret}`
    const page = await server.ask(login)
    expect(field(page.text, 'email').value).toBe(email)
    const sent = await server.ask(login, { form: { email, intent: 'link' } })
    expect(sent.location).toContain(`invitation=${secret}`)
    const continueUrl = (await lastContinuation(email, 'EMAIL_SIGNIN')) ?? ''
    expect(continueUrl).toBe(server.origin + pageOf(secret))
    const oobCode = await lastCode(email, 'EMAIL_SIGNIN')
    const query = new URLSearchParams({ mode: 'signIn', oobCode, lang: 'en', continueUrl })
    const entered = await server.ask(`/verify-email?${query}`, { form: { email } })
    expect(entered.location).toBe(pageOf(secret))
    // A mailbox that was read needs no other proof.
    expect((await join(secret, cookieFrom(entered))).location).toBe('/dashboard')
    expect(await kindOf(email)).toBe('colleague')
  })

  it.skipIf(ownAccounts)('lets in by a sign-in in the browser, as with Google', async () => {
    const email = newEmail()
    const secret = await invite(email)
    const { now } = server.clock
    // The token is new by the identity service's clock.
    server.clock.now = new Date()
    const { idToken, localId } = await signUpInBrowser(email, password)
    await markVerified(localId)
    const enter = (to?: string) =>
      server.ask('/session', {
        method: 'POST',
        headers: { Authorization: `Bearer ${idToken}`, Origin: server.origin },
        body: JSON.stringify({ to }),
      })
    for (const to of [undefined, '/dashboard', `https://elsewhere.example${pageOf(secret)}`])
      expect((await enter(to)).status).toBe(403)
    const entered = await enter(pageOf(secret))
    expect(entered.status).toBe(204)
    server.clock.now = now
    expect(await server.services.members.desksOf(localId)).toEqual([])
  })
})

describe('an invitation to somebody who has an account', () => {
  let guestHouse: TestServer
  let host: Owner
  let guest: Owner
  /** The guest's address, as the host typed it. */
  let shouted: string
  let secret: string
  const ownFolder = temporaryFolder()

  beforeAll(async () => {
    guestHouse = await openTestServer({ environment: { DATA_DIR: ownFolder } })
    host = await guestHouse.signUp()
    guest = await guestHouse.signUp()
    shouted = guest.email.replace(/.*@/, (name) => name.toUpperCase())
    const form = { intent: 'invite', email: shouted, kind: 'manager' }
    expect((await press(form, host, guestHouse)).status).toBe(303)
    await guestHouse.runDue()
    const [letter] = await mailsIn(ownFolder, shouted)
    secret = /invitation=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
  })
  afterAll(async () => {
    await guestHouse.close()
    rmSync(ownFolder, { recursive: true, force: true })
  })

  it('leads to the login page and back', async () => {
    const page = await guestHouse.ask(pageOf(secret))
    expect(linksIn(page.text)).toContain(`/login?invitation=${secret}`)
    const login = await guestHouse.ask(`/login?invitation=${secret}`)
    expect(linksIn(login.text)).toContain(pageOf(secret))
    const form = { email: guest.email, password }
    const entered = await guestHouse.ask(`/login?invitation=${secret}`, { form })
    expect(entered.location).toBe(pageOf(secret))
  })

  it('names its address to another account, which may sign out and go on', async () => {
    const other = await guestHouse.signUp()
    const refused = await guestHouse.ask(pageOf(secret), other)
    expect(refused.status).toBe(403)
    const said = words.en.invitation.other.text
      .replace('{{email}}', shouted)
      .replace('{{own}}', other.email)
    expect(textOf(refused.text)).toContain(said)
    await guestHouse.ask(pageOf(secret), { ...other, form: { intent: 'join' } })
    const members = await guestHouse.services.members.list(host.desk.id)
    expect(members).toHaveLength(1)
    const out = await guestHouse.ask(`/logout?invitation=${secret}`, {
      ...other,
      form: { language: 'en' },
    })
    expect(out.location).toBe(pageOf(secret))
  })

  it('is for nobody else who is at that desk already', async () => {
    const page = await guestHouse.ask(pageOf(secret), host)
    expect(page.status).toBe(403)
    expect(textOf(page.text)).toContain(words.en.invitation.other.heading)
    expect(textOf(page.text)).toContain(shouted)
  })

  it('names who invites by name and address, on its page and in its letter', async () => {
    await guestHouse.services.members.rename(host.desk.ownerUid, 'Hanna Host')
    const by = `Hanna Host (${host.email})`
    expect(textOf((await guestHouse.ask(pageOf(secret))).text)).toContain(by)
    const email = newEmail()
    await press({ intent: 'invite', email, kind: 'colleague' }, host, guestHouse)
    await guestHouse.runDue()
    expect((await mailsIn(ownFolder, email))[0]?.text?.replace(/\s+/g, ' ')).toContain(by)
  })

  it('takes nobody’s own desk, however often and at once the button is pressed', async () => {
    await verifyAddress(guest.email)
    const joined = await Promise.all(
      Array.from({ length: 5 }, () =>
        guestHouse.ask(pageOf(secret), { ...guest, form: { intent: 'join', displayName: 'Ida' } }),
      ),
    )
    expect(joined.map(({ location }) => location)).toEqual(Array(5).fill('/dashboard'))
    const own = await guestHouse.services.members.desksOf(guest.desk.ownerUid)
    expect(own.map(({ desk, member }) => [desk.id, member.kind])).toEqual([
      [host.desk.id, 'manager'],
      [guest.desk.id, 'manager'],
    ])
  })
})

describe('an invitation that does not work', () => {
  const shows = async (
    secret: string,
    status: number,
    why: 'withdrawn' | 'expired' | 'unknown',
  ) => {
    for (const language of languages) {
      const { invitation } = words[language]
      const page = await server.ask(localizedPath(pageOf(secret), language))
      expect([page.status, textOf(page.text).includes(invitation[why].heading)]).toEqual([
        status,
        true,
      ])
      expect(page.text).not.toContain(manager.email)
      const links = elements(page.text, 'a').map(({ text }) => text)
      expect(links).toContain(words[language].errors.page.home)
      const login = await server.ask(localizedPath(`/login?invitation=${secret}`, language))
      expect(login.location).toBe(localizedPath(pageOf(secret), language))
    }
  }

  it('was withdrawn after somebody had read it', async () => {
    const email = newEmail()
    const secret = await invite(email)
    const cookie = await openAccount(email, secret)
    expect((await server.ask(pageOf(secret), { cookie })).status).toBe(200)
    const { id } = (await openOnes()).find((each) => each.email === email) ?? { id: '' }
    await press({ intent: 'withdraw-invitation', invitation: id })
    const refused = await join(secret, cookie)
    expect(refused.status).toBe(410)
    expect(textOf(refused.text)).toContain(words.en.invitation.withdrawn.heading)
    expect(await kindOf(email)).toBeUndefined()
    await shows(secret, 410, 'withdrawn')
  })

  it('was sent again since', async () => {
    const email = newEmail()
    const first = await invite(email)
    const { id } = (await openOnes()).find((each) => each.email === email) ?? { id: '' }
    await press({ intent: 'invite-again', invitation: id })
    await server.runDue()
    const second = await lastSecret(email)
    expect(second).not.toBe(first)
    await shows(first, 410, 'withdrawn')
    expect((await server.ask(pageOf(second))).status).toBe(200)
    expect((await openOnes()).filter((each) => each.email === email)).toHaveLength(1)
  })

  it('is old', async () => {
    const email = newEmail()
    const secret = await invite(email)
    const cookie = await openAccount(email, secret)
    const { now } = server.clock
    server.clock.forward(invitationLasts)
    await shows(secret, 410, 'expired')
    const form = { email: newEmail(), password }
    expect((await server.ask(pageOf(secret), { form })).status).toBe(410)
    server.clock.now = now
    expect((await join(secret, cookie)).status).toBe(303)
  })

  it('was forged, cut short or is none', async () => {
    const email = newEmail()
    const secret = await invite(email)
    const [{ id, secretHash } = { id: '', secretHash: '' }] = await openOnes()
    for (const forged of [id, secretHash, secret.slice(0, -1), `${secret}A`, '', '%00', '../x'])
      expect((await server.ask(pageOf(encodeURIComponent(forged)))).status).toBe(404)
    // What a sentence adds to a link is removed from it.
    expect((await server.ask(`${pageOf(secret)}).`)).location).toBe(pageOf(secret))
    await shows('none', 404, 'unknown')
  })

  it('is in the address of another page, where nothing comes of it', async () => {
    const path = '/dashboard?invitation=none'
    const { location } = await server.ask(path)
    expect(location).toBe(`/login?${new URLSearchParams({ redirect: path })}`)
    expect((await server.ask(location)).status).toBe(200)
  })

  it('was written by somebody who has left', async () => {
    const former = await openAccountAt('manager')
    const email = newEmail()
    await press({ intent: 'invite', email, kind: 'manager' }, former)
    await press({ intent: 'remove-member', member: former.desk.ownerUid })
    await server.runDue()
    expect(await mailsIn(server.folder, email)).toEqual([])
    expect((await openOnes()).filter((each) => each.email === email)).toEqual([])
  })
})

async function openAccountAt(kind: string): Promise<Owner> {
  const email = newEmail()
  const secret = await invite(email, { kind })
  const cookie = await openAccount(email, secret)
  expect((await join(secret, cookie)).status).toBe(303)
  const uid = (await server.services.accounts.findByEmail(email))?.uid ?? ''
  return { email, cookie, desk: { ...manager.desk, ownerUid: uid } }
}

describe('the section of people', () => {
  it('is listed for a manager who is alone, and shows who is invited', async () => {
    const settings = await server.ask('/dashboard/settings', manager)
    expect(linksIn(settings.text)).toContain(people)
    const email = newEmail()
    await invite(email)
    const page = await server.ask(people, manager)
    expect(page.text).toContain(email)
    expect(page.text).toContain('value="withdraw-invitation"')
  })

  it('is in the log with whom it was for, and so is its withdrawal', async () => {
    const email = newEmail()
    await invite(email)
    const open = (await openOnes()).find((each) => each.email === email)
    await press({ intent: 'withdraw-invitation', invitation: open?.id ?? '' })
    const log = textOf((await server.ask('/dashboard/settings/log', manager)).text)
    const { invited, events } = words.en.log
    expect(log).toContain(invited.colleague.replace('{{name}}', email))
    expect(log).toContain(events.withdrew.replace('{{about}}', email))
  })

  it('invites once by a form that is sent twice', async () => {
    const email = newEmail()
    const key = randomUUID()
    await invite(email, { key })
    await invite(email, { key })
    const open = (await openOnes()).filter((each) => each.email === email)
    expect(open).toHaveLength(1)
    expect(await mailsIn(server.folder, email)).toHaveLength(1)
  })

  it('sends nothing by a form that invited another, and takes it at the next press', async () => {
    const [email, other] = [newEmail(), newEmail()]
    const key = randomUUID()
    await invite(email, { key })
    const form = { intent: 'invite', key, kind: 'manager' }
    const refused = await press({ ...form, email: other })
    expect(refused.status).toBe(409)
    expect(textOf(refused.text)).toContain(words.en.people.errors.sentBefore)
    const again = refused.text.slice(refused.text.indexOf('id="invite"'))
    expect(field(again, 'email').value).toBe(other)
    const chosen = elements(again, 'option').find(({ attributes }) => 'selected' in attributes)
    expect(chosen?.text).toBe(words.en.people.kinds.manager)
    const next = field(again, 'key').value
    expect(next).not.toBe(key)
    expect((await press({ ...form, key: next, email: other })).status).toBe(303)
    const { id } = (await openOnes()).find((each) => each.email === email) ?? { id: '' }
    await press({ intent: 'withdraw-invitation', invitation: id })
    expect((await press({ ...form, email })).status).toBe(409)
    expect((await openOnes()).filter((each) => each.email === email)).toEqual([])
  })

  it('sends again once by a button that is pressed twice', async () => {
    const email = newEmail()
    await invite(email)
    const { id } = (await openOnes()).find((each) => each.email === email) ?? { id: '' }
    const form = { intent: 'invite-again', invitation: id, key: randomUUID() }
    for (const _ of ['once', 'twice'])
      expect(await press(form)).toMatchObject({
        status: 303,
        location: expect.stringMatching(shown),
      })
    await server.runDue()
    expect((await openOnes()).filter((each) => each.email === email)).toHaveLength(1)
    expect(await mailsIn(server.folder, email)).toHaveLength(2)
  })

  it('says of an address that has joined meanwhile why nothing is sent again', async () => {
    const email = newEmail()
    await openAccount(email, await invite(email))
    const sent = (await openOnes()).find((each) => each.email === email)
    const { uid = '' } = (await server.services.accounts.findByEmail(email)) ?? {}
    if (!sent) throw new Error('Nothing was sent')
    await server.services.members.join(invitedMember(sent, { uid, name: '' }, server.clock.now))
    const refused = await press({ intent: 'invite-again', invitation: sent.id })
    expect(refused.status).toBe(409)
    expect(textOf(refused.text)).toContain(words.en.people.errors.member)
  })

  it('keeps what was typed, and says beside the field what is wrong', async () => {
    const wrong = await press({ intent: 'invite', email: 'nobody', kind: 'manager' })
    expect(wrong.status).toBe(400)
    expect(field(wrong.text, 'email')).toMatchObject({ value: 'nobody', invalid: true })
    const own = await press({ intent: 'invite', email: manager.email, kind: 'manager' })
    expect(own.status).toBe(409)
    expect(field(own.text, 'email').described).toContain(words.en.people.errors.member)
    const odd = await press({ intent: 'invite', email: newEmail(), kind: 'owner' })
    expect(odd.status).toBe(400)
  })

  it('asks before it removes somebody', async () => {
    const member = await openAccountAt('colleague')
    const step = `${people}?remove=${member.desk.ownerUid}`
    expect(linksIn((await server.ask(people, manager)).text)).toContain(step)
    const asked = await server.ask(step, manager)
    expect(textOf(asked.text)).toContain(
      words.en.people.removeHeading.replace('{{name}}', 'Ida Lund'),
    )
    expect(await kindOf(member.email)).toBe('colleague')
    await press({ intent: 'remove-member', member: member.desk.ownerUid })
    expect(await kindOf(member.email)).toBeUndefined()
    // Who is gone, or is the only manager, is not asked about.
    for (const id of [member.desk.ownerUid, manager.desk.ownerUid, 'nobody']) {
      const { text, status } = await server.ask(`${people}?remove=${id}`, manager)
      expect([status, text.includes('value="remove-member"')]).toEqual([200, false])
    }
  })

  it('has so many open invitations at most', async () => {
    const { invitations } = server.services
    for (const { id } of await openOnes())
      await invitations.withdraw(manager.desk.id, id, server.clock.now)
    const emails = Array.from({ length: mostInvitations }, newEmail)
    for (const email of emails) await press({ intent: 'invite', email, kind: 'colleague' })
    const full = await press({ intent: 'invite', email: newEmail(), kind: 'colleague' })
    expect(full.status).toBe(409)
    expect(textOf(full.text)).toContain(words.en.people.errors.full)
    expect(newTabsIn(full.text)).toContain('/dashboard/settings/people')
    // One that replaces another still finds room.
    const again = await press({ intent: 'invite', email: emails[3] ?? '', kind: 'manager' })
    expect(again.status).toBe(303)
    expect(await openOnes()).toHaveLength(mostInvitations)
  })

  it('sends nothing for a manager who has not confirmed an address', async () => {
    const open = await openTestServer()
    try {
      await open.signUp()
      const unproven = await open.signUp()
      const form = { intent: 'invite', email: newEmail(), kind: 'colleague' }
      const refused = await press(form, unproven, open)
      expect(refused.status).toBe(403)
      expect(textOf(refused.text)).toContain(words.en.people.unverified)
      expect(newTabsIn(refused.text)).toContain('/verify-email')
      expect(await open.services.invitations.list(unproven.desk.id)).toEqual([])
    } finally {
      await open.close()
    }
  })

  it('leaves the invitations of other desks alone', async () => {
    const open = await openTestServer()
    try {
      const own = await open.signUp()
      const other = await open.signUp()
      await press({ intent: 'invite', email: newEmail(), kind: 'colleague' }, own, open)
      const [{ id } = { id: '' }] = await open.services.invitations.list(own.desk.id)
      await verifyAddress(other.email)
      await open.ask('/verify-email', other)
      const again = await press({ intent: 'invite-again', invitation: id }, other, open)
      expect(again.status).toBe(404)
      await press({ intent: 'withdraw-invitation', invitation: id }, other, open)
      expect(await open.services.invitations.list(own.desk.id)).toHaveLength(1)
      expect(await open.services.invitations.list(other.desk.id)).toEqual([])
    } finally {
      await open.close()
    }
  })
})

describe('the letter of an invitation', () => {
  it('is from a person, in the language of their page, and says who it is', async () => {
    const email = newEmail()
    const page = localizedPath(people, 'de')
    const form = { intent: 'invite', key: randomUUID(), email, kind: 'manager' }
    expect((await server.ask(page, { ...manager, form })).status).toBe(409)
    const [first] = await openOnes()
    await press({ intent: 'withdraw-invitation', invitation: first?.id ?? '' })
    expect((await server.ask(page, { ...manager, form })).status).toBe(303)
    await server.runDue()
    const [letter] = await mailsIn(server.folder, email)
    const { mails } = words.de
    expect(letter?.subject).toBe(
      mails.invitation.subject.replace('{{desk}}', mails.invitation.unnamed),
    )
    expect(letter?.text).toContain(mails.invitation.manager.replace('{{by}}', manager.email))
    expect(letter?.text).toContain(`${server.origin}/de/signup?invitation=`)
    expect(letter?.headers.map(({ key }) => key)).not.toContain('auto-submitted')
  })
})
