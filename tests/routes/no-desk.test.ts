import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeMember } from '~/domain/members/changes'
import { invitationLasts } from '~/domain/members/invitations'
import { languages } from '~/domain/text/languages'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import { linksIn, textOf } from '../support/html'
import {
  cookieFrom,
  newEmail,
  type Owner,
  openTestServer,
  password,
  type TestServer,
  verify,
  words,
} from '../support/test-server'
import { fillCart, openCheckout, order } from '../support/till'

interface Guest {
  email: string
  cookie: string
  uid: string
}

/** An account that was let in by an invitation, joined, and was removed. */
async function removed(server: TestServer, { desk }: Owner): Promise<Guest> {
  const { services, clock } = server
  const [secret, email] = [randomUUID(), newEmail()]
  const expiresAt = new Date(clock.now.getTime() + invitationLasts)
  const made = { id: secret, createKey: secret, secretHash: secretHash(secret), deskId: desk.id }
  const to = { email, kind: 'colleague', language: 'en', byUid: desk.ownerUid } as const
  await services.invitations.add({ ...made, ...to, createdAt: clock.now, expiresAt }, 99)
  const path = `/signup?invitation=${secret}`
  const form = { email, password, displayName: 'Ida Lund' }
  const joined = await server.ask(path, { form })
  expect(joined.status).toBe(303)
  const cookie = cookieFrom(joined)
  const uid = (await services.accounts.findByEmail(email))?.uid ?? ''
  await verify(server.ask, cookie, uid)
  await removeMember(services, desk.id, uid, clock.now)
  return { email, cookie, uid }
}

const settings = (section: string) => `/dashboard/settings/${section}`

describe.each(['open', 'closed'])('an account at no desk, where sign-up is %s', (signup) => {
  let server: TestServer
  let manager: Owner
  let guest: Guest

  beforeAll(async () => {
    server = await openTestServer({ environment: { SIGNUP: signup } })
    manager = await server.signUp()
    guest = await removed(server, manager)
  })
  afterAll(() => server.close())

  const desks = () => server.services.members.desksOf(guest.uid)

  it('founds none by signing in or by ordering', async () => {
    const form = { email: guest.email, password }
    const signedIn = await server.ask('/login', { form })
    const cookie = cookieFrom(signedIn)
    expect(cookie).not.toBe('')
    const cart = `${cookie}; ${await fillCart(server, { 'house-coffee': 1 })}`
    const ordered = await order(server, cart, await openCheckout(server, cart))
    expect(ordered.status).toBe(303)
    expect(await desks()).toEqual([])
    const [bought] = await server.services.orders.listByAccount(guest.uid, 1)
    expect(bought).toMatchObject({ uid: guest.uid })
    expect(bought?.deskId).toBeUndefined()
  })

  it.each(languages)('sees that it is at none, and what it can do, in %s', async (language) => {
    const { nowhere, none } = words[language].errors.room
    const { title } = signup === 'open' ? nowhere : none
    for (const path of ['/dashboard', '/dashboard/tickets', '/dashboard/tickets?ticket=1']) {
      const page = await server.ask(localizedPath(path, language), guest)
      expect(page.status).toBe(403)
      expect(textOf(page.text)).toContain(title)
      const links = linksIn(page.text)
      expect(links).toContain(localizedPath('/dashboard/profile', language))
      expect(links.includes(localizedPath('/signup', language))).toBe(signup === 'open')
    }
  })

  it('keeps its profile and what is the account’s in the settings, and no more', async () => {
    for (const path of [
      ...['/dashboard/profile', '/dashboard/settings'],
      ...['general', 'password', 'devices', 'export', 'delete', 'delete?step=confirm'].map(
        settings,
      ),
    ]) {
      const page = await server.ask(path, guest)
      expect(page.status, path).toBe(200)
      const links = linksIn(page.text)
      expect(links).toContain('/dashboard/profile')
      for (const closed of ['/dashboard/tickets', '/dashboard/feedback', settings('replies')])
        expect(links, path).not.toContain(closed)
    }
    for (const section of ['replies', 'notifications', 'people', 'hours', 'leave'])
      expect((await server.ask(settings(section), guest)).status, section).toBe(403)
    const renamed = await server.ask('/dashboard/profile', {
      ...guest,
      form: { intent: 'save-name', displayName: 'Cleo' },
    })
    expect(renamed.status).toBe(303)
  })

  it('is refused what only somebody at a desk can say, wherever the form comes from', async () => {
    for (const path of ['/dashboard/profile', ...['password', 'devices'].map(settings)]) {
      for (const intent of ['go-away', 'come-back']) {
        const said = await server.ask(path, { ...guest, form: { intent, displayName: 'Cleo B' } })
        expect([path, intent, said.status]).toEqual([path, intent, 403])
        expect(textOf(said.text)).toContain('Cleo B')
      }
    }
  })

  it('takes its own data along', async () => {
    const form = { intent: 'export', exportPassword: password }
    const asked = await server.ask(settings('export'), { ...guest, form })
    const flash = asked.setCookies.map((each) => each.split(';', 1)[0]).join('; ')
    const taken = await server.ask(asked.location, { cookie: `${guest.cookie}; ${flash}` })
    expect(taken.status).toBe(200)
    expect(taken.text).toContain('account.json')
    for (const name of ['desk.json', 'tickets.json', 'invitations.json'])
      expect(taken.text).not.toContain(name)
  })

  it('opens a desk of its own by a button alone, once, and only where sign-up is open', async () => {
    const page = await server.ask('/signup', guest)
    expect(page.status).toBe(signup === 'open' ? 200 : 303)
    expect(await desks()).toEqual([])
    const pressed = await Promise.all(
      [1, 2].map(() => server.ask('/signup', { ...guest, form: { intent: 'found' } })),
    )
    expect(pressed.map(({ status }) => status)).toEqual(signup === 'open' ? [303, 303] : [404, 404])
    expect(await desks()).toHaveLength(signup === 'open' ? 1 : 0)
    expect((await server.ask('/dashboard', guest)).status).toBe(signup === 'open' ? 200 : 403)
  })

  it('changes its password and deletes itself', async () => {
    const leaver = await removed(server, manager)
    const form = { currentPassword: password, newPassword: `${password}-2` }
    const changed = await server.ask(settings('password'), {
      ...leaver,
      form: { intent: 'change-password', ...form },
    })
    expect(changed).toMatchObject({ status: 303, location: settings('password') })
    const gone = await server.ask(settings('delete'), {
      cookie: cookieFrom(changed),
      form: {
        intent: 'delete',
        deletionPassword: form.newPassword,
        confirmation: words.en.account.erasureWord,
      },
    })
    expect(gone).toMatchObject({ status: 303, location: '/' })
    expect(await server.services.erasure.isHidden(leaver.uid)).toBe(true)
  })
})
