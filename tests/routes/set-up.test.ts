import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createServices, readConfig } from '~/config'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { recoverInvitationSecret } from '~/http/links/invitation-link.server'
import { setupLinkHolds } from '~/http/links/setup-link.server'
import { localizedPath } from '~/i18n/addresses'
import { appEnvironment } from '../support/app'
import { elements, linksIn, textOf } from '../support/html'
import { de, en } from '../support/locales'
import { newEmail, openTestServer, password, type TestServer } from '../support/test-server'
import { fillCart, hiddenIn, openCheckout, order } from '../support/till'

/** No Firebase, and the secret that the server makes. */
const bare = {
  FIREBASE_API_KEY: '',
  FIREBASE_PROJECT_ID: '',
  FIREBASE_AUTH_EMULATOR_HOST: '',
  SESSION_SECRET: '',
}

let server: TestServer
beforeEach(async () => {
  server = await openTestServer({ environment: bare })
})
afterEach(() => server.close())

const link = async () => {
  const { pathname, search } = new URL((await server.setupLink()) ?? '')
  return pathname + search
}
const cookieOf = ({ setCookies }: { setCookies: string[] }) =>
  setCookies.map((each) => each.split(';')[0]).join('; ')
const owner = async () => {
  const desk = await findSiteDesk(server.services)
  return desk && (await server.services.accounts.find(desk.ownerUid))
}

describe('A shop that nobody has set up', () => {
  test('takes no account but that of its set-up link', async () => {
    const page = await server.ask('/signup')
    expect(page.status).toBe(403)
    expect(page.text).toContain(en.signup.setUp['without-link'].heading)
    const email = newEmail()
    expect((await server.ask('/signup', { form: { email, password } })).status).toBe(403)
    expect(await server.services.accounts.findByEmail(email)).toBeUndefined()
    const forged = await server.ask('/de/signup?setup=abc')
    expect(forged.status).toBe(410)
    expect(forged.text).toContain(de.signup.setUp.ended.heading)
  })

  test('is given to who opens its link, with a proven address and without a letter', async () => {
    const path = await link()
    // As a scanner does.
    for (let asked = 0; asked < 2; asked++) expect((await server.ask(path)).status).toBe(200)
    expect(await owner()).toBeUndefined()
    const email = newEmail()
    const weak = await server.ask(path, { form: { email, password: 'password' } })
    expect(weak.status).toBe(400)
    expect(weak.text).toContain(`value="${email}"`)
    expect(textOf((await server.ask(path)).text)).toContain(en.invitation.join.name)
    const named = { email, password, displayName: 'Harriet Lund' }
    const done = await server.ask(path, { form: named })
    expect(done).toMatchObject({ status: 303, location: '/dashboard' })
    const desk = await findSiteDesk(server.services)
    const members = await server.services.members.list(desk?.id ?? '')
    expect(members.map(({ name }) => name)).toEqual(['Harriet Lund'])
    expect(await owner()).toMatchObject({ email, emailVerified: true })
    expect((await server.ask('/dashboard/shelf', { cookie: cookieOf(done) })).status).toBe(200)
    expect(await server.services.mails.listDue(server.clock.now, 9)).toEqual([])
    expect(await server.setupLink()).toBeUndefined()
    const again = await server.ask('/login', { form: { email, password } })
    expect(again).toMatchObject({ status: 303, location: '/dashboard' })
  })

  test('has one owner, however many open the link at once or later', async () => {
    const path = await link()
    const sent = [newEmail(), newEmail(), newEmail()].map((email) =>
      server.ask(path, { form: { email, password } }),
    )
    await Promise.all(sent)
    const first = await owner()
    expect(first).toBeDefined()
    const page = await server.ask(path)
    expect(page.status).toBe(410)
    expect(page.text).toContain(en.signup.setUp.done.heading)
    const late = newEmail()
    await server.ask(path, { form: { email: late, password } })
    expect(await server.services.accounts.findByEmail(late)).toBeUndefined()
    expect(await owner()).toEqual(first)
  })

  test('takes a link for a day', async () => {
    const path = await link()
    server.clock.forward(setupLinkHolds + 1)
    const page = await server.ask(path)
    expect(page.status).toBe(410)
    expect(page.text).toContain(en.signup.setUp.ended.heading)
    expect((await server.ask(await link())).status).toBe(200)
  })

  test('is claimed by an account that was there before', async () => {
    const email = newEmail()
    await server.ask(await link(), { form: { email, password } })
    const desk = await findSiteDesk(server.services)
    // As where the server was killed between the account and the claim.
    await server.services.siteClaim.replace(desk?.id, '')
    const path = await link()
    const taken = await server.ask(path, { form: { email, password } })
    expect(taken.status).toBe(409)
    const login = path.replace('/signup', '/login')
    const done = await server.ask(login, { form: { email, password } })
    expect(done.status).toBe(303)
    expect(await owner()).toMatchObject({ email })
  })
})

test('A shop without a mail server says so where its people would wait for a letter', async () => {
  const email = newEmail()
  const cookie = cookieOf(await server.ask(await link(), { form: { email, password } }))
  expect((await server.ask('/login?forgot')).text).toContain(en.nomail.text)
  const login = textOf((await server.ask('/login')).text)
  expect(login).toContain(en.nomail.text)
  expect(login).not.toContain(en.login.sendLink)
  const people = '/dashboard/settings/people'
  const [key] =
    /(?<=name="key" value=")[^"]+/.exec((await server.ask(people, { cookie })).text) ?? []
  const form = { intent: 'invite', key: key ?? '', email: newEmail(), kind: 'colleague' }
  expect((await server.ask(people, { cookie, form })).status).toBe(303)
  const page = (await server.ask(people, { cookie })).text
  const [path = ''] = /\/signup\?invitation=[\w-]+/.exec(page) ?? []
  const invited = await server.ask(path)
  expect(invited.status).toBe(200)
  expect(invited.text).toContain(form.email)
  const joined = await server.ask(path, {
    form: { email: form.email, password, displayName: 'Ida Lund' },
  })
  const colleague = { cookie: cookieOf(joined) }
  const desk = await server.ask('/dashboard', colleague)
  expect(textOf(desk.text)).not.toContain(en.dashboard.unmailed)
  expect(linksIn(desk.text)).not.toContain('/verify-email')
  const confirmation = textOf((await server.ask('/verify-email', colleague)).text)
  expect(confirmation).toContain(en.nomail.text)
  expect(confirmation).not.toContain(en.verify.resend)
})

test('An order without a mail server is to do at the desk, where the owner accepts it', async () => {
  const opened = await server.ask(await link(), { form: { email: newEmail(), password } })
  const cookie = cookieOf(opened)
  const cart = await fillCart(server, { 'house-coffee': 1 })
  await order(server, cart, await openCheckout(server, cart))
  for (const [language, said] of [
    ['en', en],
    ['de', de],
  ] as const) {
    const at = localizedPath('/dashboard/orders?order=1001', language)
    const shown = (await server.ask(at, { cookie })).text
    expect(textOf(shown)).toContain(said.orders.states['to-accept'])
    const [untilThen = ''] = said.orders.unmailed.kept.split('{{until}}')
    expect(textOf(shown)).toMatch(new RegExp(`${untilThen}.*\\d\\d[:.]\\d\\d`))
    const step = elements(shown, 'button').filter(({ attributes }) => attributes.form === 'step')
    expect(step.map(({ attributes }) => attributes.value)).toEqual(['accept'])
  }
  const at = '/dashboard/orders?order=1001'
  server.clock.forward(61 * 60_000)
  await server.runDue()
  expect(textOf((await server.ask(at, { cookie })).text)).toContain(en.orders.unmailed.free)
  const accepted = await server.ask(at, { cookie, form: { intent: 'accept' } })
  expect(accepted.status).toBe(303)
  const after = (await server.ask(at, { cookie })).text
  expect(textOf(after)).toContain(en.orders.events.acceptedByShop)
  expect(textOf(after)).not.toContain(en.orders.unmailed.free)
  const again = await server.ask(at, { cookie, form: { intent: 'accept' } })
  expect(again.status).toBe(409)
})

test('An order without a mail server is not to be confirmed by an e-mail', async () => {
  await server.ask(await link(), { form: { email: newEmail(), password } })
  const cart = await fillCart(server, { 'house-coffee': 1 })
  const onPickup = { payment: 'on-pickup', delivery: 'pickup' }
  const shown = await openCheckout(server, cart)
  const checkout = textOf((await server.ask('/de/shop/checkout', { cookie: cart })).text)
  expect(checkout).toContain(de.checkout.emailUnmailed)
  const recalculated = await order(server, cart, shown, onPickup)
  const { location } =
    recalculated.status === 409
      ? await order(server, cart, hiddenIn(recalculated.text), onPickup)
      : recalculated
  const page = textOf((await server.ask(location)).text)
  const { unmailed, mailbox, text } = de.order
  for (const said of [unmailed.heading, unmailed.text, unmailed.ask]) expect(page).toContain(said)
  expect(page).toContain(unmailed.link)
  for (const promise of [mailbox.heading, text.confirm.split('{{')[0] ?? '-'])
    expect(page).not.toContain(promise)
})

test('An order by transfer without a mail server asks first, and its steps promise no e-mail', async () => {
  const opened = await server.ask(await link(), { form: { email: newEmail(), password } })
  const cookie = cookieOf(opened)
  const cart = await fillCart(server, { 'house-coffee': 1 })
  const { location } = await order(server, cart, await openCheckout(server, cart))
  const page = textOf((await server.ask(location)).text)
  expect(page).toContain(de.order.unmailed.transfer)
  expect(page).not.toContain(de.order.text.transfer)
  const at = '/de/dashboard/orders?order=1001'
  const paid = await server.ask(at, { cookie, form: { intent: 'paid' } })
  const noticed = { cookie: `${cookie}; ${cookieOf(paid)}` }
  const after = textOf((await server.ask(paid.location, noticed)).text)
  expect(after).toContain(de.notices.unmailed.orderPaid)
  expect(after).toContain(de.orders.untold)
  expect(after).not.toContain(de.orders.sentTold.split('{{')[0])
})

test('A server does not start where the accounts of its data are of the other kind', async () => {
  await server.ask(await link(), { form: { email: newEmail(), password } })
  const { folder, services } = server
  const at = (environment: Record<string, string>) => {
    const config = readConfig({ ...appEnvironment(folder), ...environment }, 'production')
    return createServices({ ...config, secrets: ['unused'] })
  }
  await expect(at({})).rejects.toThrow(/kept with them, but FIREBASE_API_KEY is set/)
  await (await at({ ACCOUNTS: 'firebase' })).close()
  const [kept] = await services.identities.list(1)
  await services.identities.remove(kept?.uid ?? '')
  await expect(at(bare)).rejects.toThrow(/at Firebase.*accounts -- import/)
  await (await at({})).close()
})

test('An e-mailed invitation proves the address of the account that it makes', async () => {
  const { SESSION_SECRET: _, ...own } = bare
  const mailing = await openTestServer({ environment: { ...own, SMTP_URL: 'smtp://127.0.0.1:1' } })
  const setup = new URL((await mailing.setupLink()) ?? '')
  const first = await mailing.ask(setup.pathname + setup.search, {
    form: { email: newEmail(), password },
  })
  const people = '/dashboard/settings/people'
  const email = newEmail()
  const form = { intent: 'invite', key: randomUUID(), email, kind: 'colleague' }
  expect((await mailing.ask(people, { cookie: cookieOf(first), form })).status).toBe(303)
  expect((await mailing.ask(people, { cookie: cookieOf(first) })).text).not.toContain(
    '?invitation=',
  )
  const desk = await findSiteDesk(mailing.services)
  const [invitation] = await mailing.services.invitations.list(desk?.id ?? '')
  const secret = invitation && recoverInvitationSecret(mailing.secrets, invitation)
  const path = `/signup?invitation=${secret}`
  const joined = await mailing.ask(path, { form: { email, password, displayName: 'Ida Lund' } })
  expect(joined).toMatchObject({ status: 303, location: '/dashboard' })
  const members = await mailing.services.members.list(desk?.id ?? '')
  expect(members.map(({ name }) => name)).toContain('Ida Lund')
  expect(await mailing.services.accounts.findByEmail(email)).toMatchObject({ emailVerified: true })
  await mailing.close()
})
