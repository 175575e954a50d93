import { afterAll, describe, expect, test } from 'vitest'
import { findSiteDesk } from '../../app/domain/desks/site-desk'
import { languages } from '../../app/domain/text/languages'
import { secretHash } from '../../app/http/links/ticket-link.server'
import { localizedPath } from '../../app/i18n/addresses'
import { linksIn, textOf } from '../support/html'
import { markVerified, signInInBrowser } from '../support/identity-operator'
import { lastCode, takeOver } from '../support/mailed-codes'
import { expectNoSiteDesk, expectShut, signUp, uidOf } from '../support/site-desk'
import {
  cookieFrom,
  hour,
  newEmail,
  openTestServer,
  password,
  type TestServer,
  verify,
  words,
} from '../support/test-server'

describe('The desk of the site', () => {
  let server: TestServer
  afterAll(() => server.close())

  test('goes to one of two accounts that are verified at the same moment', async () => {
    server = await openTestServer()
    const emails = [newEmail(), newEmail()]
    const cookies = []
    for (const email of emails) {
      cookies.push(cookieFrom(await signUp(server, email)))
      await markVerified(await uidOf(server, email))
    }
    await Promise.all(cookies.map((cookie) => server.ask('/verify-email', { cookie })))
    const seen = await Promise.all(
      cookies.map(async (cookie) => (await server.ask('/dashboard/orders', { cookie })).status),
    )
    expect(seen.sort()).toEqual([200, 404])
    expect(server.warnings.filter((line) => line.includes('npm run site-desk'))).toHaveLength(1)
    await server.close()
  })

  test('is claimed by the link of the e-mail, in this browser or by the password in another', async () => {
    for (const here of [true, false]) {
      const email = newEmail()
      server = await openTestServer({ environment: { SITE_DESK: email.toUpperCase() } })
      const cookie = cookieFrom(await signUp(server, email))
      const code = await lastCode(email, 'VERIFY_EMAIL')
      const link = `/verify-email?mode=verifyEmail&oobCode=${code}&lang=en`
      expect((await server.ask(link, { cookie: here ? cookie : '' })).status).toBe(200)
      expect((await server.ask('/dashboard/orders', { cookie })).status).toBe(404)
      const confirmed = await server.ask(link, here ? { cookie, form: {} } : { form: { password } })
      const entered = here ? cookie : cookieFrom(confirmed)
      expect((await server.ask('/chat')).text).toContain('name="body"')
      expect((await server.ask('/dashboard/orders', { cookie: entered })).status).toBe(200)
      await server.close()
    }
  })

  test('waits for its owner to confirm an address, and the owner reads that', async () => {
    const email = newEmail()
    server = await openTestServer({ environment: { SITE_DESK: email } })
    const { errors, overview, signup } = words.en
    expect(textOf((await server.ask('/signup')).text)).not.toContain(signup.getsNot)
    const cookie = cookieFrom(await signUp(server, email))
    const room = await server.ask('/dashboard/company', { cookie })
    expect([room.status, textOf(room.text)]).toEqual([
      404,
      expect.stringContaining(errors.room.unconfirmed),
    ])
    expect(linksIn(room.text)).toContain('/verify-email?redirect=%2Fdashboard%2Fcompany')
    const steps = overview.guide.done.replace('{{done}}', '0').replace('{{all}}', '9')
    const before = textOf((await server.ask('/dashboard', { cookie })).text)
    expect(before).toContain(steps)
    expect(before).toContain(overview.guide.unconfirmed)
    await verify(server.ask, cookie, await uidOf(server, email))
    const after = textOf((await server.ask('/dashboard', { cookie })).text)
    expect(after).toContain(steps)
    expect(after).not.toContain(overview.guide.unconfirmed)
    expect(textOf((await server.ask('/signup')).text)).toContain(signup.getsNot)
    const stranger = cookieFrom(await signUp(server))
    const others = textOf((await server.ask('/dashboard/company', { cookie: stranger })).text)
    expect(others).toContain(errors.room.site.title)
    await server.close()
  })

  test('is not had with an address that was given up for another, verified one', async () => {
    const named = newEmail()
    const own = newEmail()
    server = await openTestServer({ environment: { SITE_DESK: named } })
    await signUp(server, named)
    const uid = await uidOf(server, named)
    await takeOver((await signInInBrowser(named, password)).idToken, own)
    // The change of the address may have ended the session of the sign-up.
    const cookie = cookieFrom(await server.ask('/login', { form: { email: own, password } }))
    await verify(server.ask, cookie, uid)
    await expectShut(server, cookie)
    expect(await server.services.accounts.find(uid)).toMatchObject({ email: own })
    expect(await server.services.accounts.findByEmail(named)).toBeUndefined()
    await server.close()
  })

  test('is claimed by an operator whom somebody has invited to another desk before', async () => {
    const named = newEmail()
    server = await openTestServer({ environment: { SITE_DESK: named } })
    const { services, clock } = server
    const stranger = newEmail()
    await signUp(server, stranger)
    const byUid = await uidOf(server, stranger)
    const [theirs] = await services.members.desksOf(byUid)
    const secret = 's'.repeat(43)
    const invitation = { id: 'one', createKey: 'one', email: named, byUid, language: 'en' } as const
    await services.invitations.add(
      {
        ...invitation,
        deskId: theirs?.desk.id ?? '',
        kind: 'colleague',
        secretHash: secretHash(secret),
        createdAt: clock.now,
        expiresAt: new Date(clock.now.getTime() + hour),
      },
      9,
    )
    const page = `/signup?invitation=${secret}`
    const form = { email: named, password, displayName: 'Olga Operator' }
    const cookie = cookieFrom(await server.ask(page, { form }))
    const uid = await uidOf(server, named)
    await verify(server.ask, cookie, uid)
    expect(await services.members.desksOf(uid)).toHaveLength(2)
    expect((await findSiteDesk(services))?.ownerUid).toBe(uid)
    await server.close()
  })

  test('stays where its owner’s address changes, which the profile says first', async () => {
    server = await openTestServer()
    const { cookie, email, desk } = await server.signUp()
    const stranger = await server.signUp()
    const colleague = await server.join(desk, 'colleague')
    for (const language of languages) {
      const profile = localizedPath('/dashboard/profile', language)
      const said = words[language].profile.runsShop
      expect(textOf((await server.ask(profile, { cookie })).text)).toContain(said)
      for (const other of [stranger, colleague]) {
        expect(textOf((await server.ask(profile, other)).text)).not.toContain(said)
      }
    }
    await takeOver((await signInInBrowser(email, password)).idToken, newEmail())
    await verify(server.ask, cookie, desk.ownerUid)
    expect((await server.ask('/dashboard/orders', { cookie })).status).toBe(200)
    await verify(server.ask, stranger.cookie, stranger.desk.ownerUid)
    expect((await server.ask('/dashboard/orders', stranger)).status).toBe(404)
    await server.close()
  })

  test('goes to nobody when its owner is deleted, and the log says so', async () => {
    server = await openTestServer()
    const { cookie } = await server.signUp()
    const other = await server.signUp()
    for (const language of languages) {
      const path = localizedPath('/dashboard/settings/delete?step=confirm', language)
      const said = words[language].account.goneShop
      expect(textOf((await server.ask(path, { cookie })).text)).toContain(said)
      expect(textOf((await server.ask(path, other)).text)).not.toContain(said)
    }
    const form = { intent: 'delete', deletionPassword: password, confirmation: 'delete' }
    const deleted = await server.ask('/dashboard/settings/delete?step=confirm', {
      cookie,
      form,
    })
    expect(deleted.status).toBe(303)
    expect(server.warnings.join('\n')).toContain('The desk that ran the shop was deleted')
    await verify(server.ask, other.cookie, other.desk.ownerUid)
    await expectNoSiteDesk(server)
    await expectShut(server, other.cookie)
  })
})
