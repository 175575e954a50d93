import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualNotifications } from '~/domain/accounts/notifications'
import { freeFeedback } from '~/domain/feedback/feedback'
import { kindsOfDesk } from '~/domain/record-stores'
import { languages } from '~/domain/text/languages'
import { revalidationTimeoutMs } from '~/http/sessions/revalidation.server'
import { localizedPath } from '~/i18n/addresses'
import { exampleOrder } from '../contracts/examples'
import { withoutLimits } from '../support/app'
import { cookiesOf, type Google, goToGoogle, openGoogle } from '../support/google'
import { elements, field, languageOf, textOf, wordsIn } from '../support/html'
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

let google: Google
let server: TestServer

beforeAll(async () => {
  google = await openGoogle()
  server = await openTestServer({ identity: google })
})

afterAll(() => server.close())

const hostile = '<script>alert("Grüße & Küsse")</script>'

/** Presses the button; answers the reply, and the browser's cookies after it. */
function press(cookie: string, path: string, exportPassword = '') {
  return pressAt(server, cookie, path, exportPassword)
}

async function pressAt(at: TestServer, cookie: string, path: string, exportPassword = '') {
  const reply = await at.ask(path, { cookie, form: { intent: 'export', exportPassword } })
  const given = { setCookies: [`${cookie}; Path=/`] }
  return { reply, cookies: cookiesOf(given, reply) }
}

/** Downloads what is taken along; answers its files. */
async function download(path: string, cookie: string, origin = server.origin) {
  const response = await fetch(origin + path, { headers: { Cookie: cookie } })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [
    name,
    strFromU8(content),
  ])
  return { response, bytes, files: Object.fromEntries(files) as Record<string, string> }
}

/** The file of the data export that has each kind of a desk; without one, why it has none. */
const exported: Record<string, string | { without: string }> = {
  auditLogEntry: 'log.json',
  draft: 'drafts.json',
  embed: 'embed.json',
  entitlement: 'desk.json',
  invitation: 'invitations.json',
  mail: { without: 'what was sent stands in the tickets' },
  mailAlias: 'desk.json',
  member: 'members.json',
  mention: { without: 'the notes that name somebody are in the tickets' },
  savedReply: 'saved-replies.json',
}

it('each kind of a desk is in a file, or is said to be in none', () => {
  expect(Object.keys(exported).sort()).toEqual(kindsOfDesk.map(({ noun }) => noun).sort())
})

describe.each(languages)('in %s', (language) => {
  const { export: takeOut, proof, auth } = words[language]
  const path = localizedPath('/dashboard/settings/export', language)
  const file = localizedPath('/dashboard/settings/export/zip', language)

  it('everything of the owner is in one file, and nothing that opens anything', async () => {
    const owner = await server.signUp(newEmail(), language)
    const neighbour = await server.signUp()
    const { secret } = await server.begin(hostile, owner.desk.publicKey)
    await server.begin('Words at another desk', neighbour.desk.publicKey)
    const note = { intent: 'note', key: randomUUID(), body: 'Only for me' }
    await server.ask('/dashboard/tickets?ticket=1', { ...owner, form: note })
    const { desks } = server.services
    await desks.rename(owner.desk.id, 'Käthe & Söhne')
    const week = [[{ from: 1_320, to: 120 }], [], [], [], [], [], []]
    await desks.saveHours(owner.desk.id, { timeZone: 'Asia/Kolkata', week })
    await desks.saveTexts(owner.desk.id, { away: { de: 'Wir backen' } })
    await desks.saveRetention(owner.desk.id, 90)
    const photo = { bytes: Buffer.from('a photo'), version: '1', savedAt: server.clock.now }
    await server.services.photos.save(owner.desk.ownerUid, photo)
    const said = { rating: 2, comment: 'Kalter Tee', locale: 'de' } as const
    const free = { deskId: owner.desk.id, createKey: randomUUID(), email: 'vera@example.com' }
    const opinion = freeFeedback({ ...said, ...free, state: 'shown' }, server.clock.now)
    await server.services.feedback.add(opinion)

    const { reply, cookies } = await press(owner.cookie, path)
    expect(reply).toMatchObject({ status: 303, location: file })
    const { response, bytes, files } = await download(reply.location, cookies)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/zip')
    expect(response.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="tresen-\d{4}-\d\d-\d\d\.zip"$/,
    )
    expect(response.headers.get('Cache-Control')).toContain('no-store')
    expect(Object.keys(files)).toEqual([
      'index.html',
      'account.json',
      'members.json',
      'sessions.json',
      'drafts.json',
      'questions.json',
      'orders.json',
      'desk.json',
      'embed.json',
      'saved-replies.json',
      'invitations.json',
      'log.json',
      // The first account of this server runs its site.
      ...(language === languages[0] ? ['site.json'] : []),
      'tickets.json',
      'feedback.json',
      'photo.webp',
    ])
    for (const file of Object.values(exported)) {
      if (typeof file === 'string') expect(Object.keys(files)).toContain(file)
    }
    expect(files['photo.webp']).toBe('a photo')
    const read = (name: string) => JSON.parse(files[name] ?? '')
    expect(read('account.json')).toMatchObject({ email: owner.email, locale: language })
    expect(read('account.json').identity).toEqual({
      phoneNumber: null,
      isAnonymous: false,
      tenantId: null,
      createdAt: expect.stringMatching(/^20/),
      lastLoginAt: expect.stringMatching(/^20/),
    })
    expect(read('desk.json')).toMatchObject({
      name: 'Käthe & Söhne',
      week,
      away: { de: 'Wir backen' },
      retentionDays: 90,
    })
    expect(read('sessions.json')).toHaveLength(1)
    const [ticket, ...others] = read('tickets.json')
    expect(others).toEqual([])
    expect(ticket).toMatchObject({ number: 1, state: 'open' })
    expect(ticket.messages.map(({ kind, body }: Record<string, string>) => [kind, body])).toEqual([
      ['text', hostile],
      ['note', 'Only for me'],
    ])
    expect(read('questions.json')).toEqual([])
    const [taken] = read('feedback.json')
    expect(taken).toMatchObject({ rating: 2, comment: 'Kalter Tee', email: 'vera@example.com' })
    expect(Object.keys(taken)).not.toContain('createKey')

    const page = files['index.html'] ?? ''
    expect(languageOf(page)).toBe(language)
    expect(page).not.toMatch(/<script|src=|href=/)
    expect(elements(page, 'title')[0]?.text).toBe(takeOut.title)
    for (const shown of [
      'Kalter Tee',
      'Käthe & Söhne',
      '22:00–2:00',
      'Asia/Kolkata',
      'Wir backen',
    ]) {
      expect(textOf(page)).toContain(shown)
    }
    expect(wordsIn(page)).toEqual([hostile, 'Only for me'])

    const [session] = await server.services.sessions.list(owner.desk.ownerUid)
    const kept = await server.services.tickets.find({ deskId: owner.desk.id, number: 1 })
    const secrets = [
      secret,
      kept?.secretHash,
      kept?.startKey,
      session?.idHash,
      session?.sealedTokens,
    ]
    const everything = Object.values(files).join() + Buffer.from(bytes).toString('latin1')
    for (const each of [...secrets, owner.cookie.split('=')[1], 'Words at another desk']) {
      expect(each).toBeTruthy()
      expect(everything).not.toContain(each)
    }
  })

  it('waits for what the identity service keeps, however late that comes', async () => {
    let late = Promise.resolve()
    const house = await openTestServer({
      identity: { host: google.host },
      arrange: (services) => {
        const { identity, ...others } = withoutLimits.arrange(services)
        const lookupRecord: typeof identity.lookupRecord = async (token) => {
          const record = await identity.lookupRecord(token)
          await late
          return record
        }
        return { ...others, identity: { ...identity, lookupRecord } }
      },
    })
    const owner = await house.signUp(newEmail(), language)
    const { reply, cookies } = await pressAt(house, owner.cookie, path)
    // A page would be shown without it by then.
    late = wait(revalidationTimeoutMs + 100)
    const { files } = await download(reply.location, cookies, house.origin)
    expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({
      identity: { createdAt: expect.stringMatching(/^20/) },
    })
    await house.close()
  })

  it('has the site’s settings where the owner runs the site, and the chat’s look and saved replies', async () => {
    const house = await openTestServer({ identity: { host: google.host } })
    const { services, clock } = house
    const owner = await house.signUp(newEmail(), language)
    const look = { light: '#7a1f3d', dark: '#f0a0b8', side: 'left' } as const
    await services.embeds.save(owner.desk.id, { look, launcher: { de: 'Hallo' } })
    const reply = { id: 'r1', deskId: owner.desk.id, createKey: 'secret-key', shortcut: 'hallo' }
    const written = { text: { de: 'Guten Tag {Name}' }, createdAt: clock.now, updatedAt: clock.now }
    await services.savedReplies.add({ ...reply, ...written }, 9)
    await services.mailAliases.add({ name: 'cafe', deskId: owner.desk.id, chosenAt: clock.now }, 9)
    const mark = { id: 'mark1', square: Buffer.from('square'), whole: Buffer.from('whole') }
    const text = { en: 'We bake at five.', de: 'Wir backen um fünf.' }
    await services.site.change(
      () => ({
        settings: {
          mark: mark.id,
          credit: false,
          home: [{ name: 'about', on: true, title: {}, text, questions: [] }],
        },
      }),
      [mark],
    )
    const { reply: sent, cookies } = await pressAt(house, owner.cookie, path)
    const { files } = await download(sent.location, cookies, house.origin)
    expect(files['site/mark1.webp']).toBe('whole')
    const read = (name: string) => JSON.parse(files[name] ?? '')
    expect(read('site.json')).toMatchObject({
      mark: 'mark1',
      credit: false,
      home: [{ name: 'about', text }],
      legal: { company: { name: expect.stringContaining('Café') } },
    })
    expect(read('embed.json')).toMatchObject({ look, launcher: { de: 'Hallo' } })
    expect(read('desk.json')).toMatchObject({ mailAliases: [{ name: 'cafe' }] })
    expect(read('saved-replies.json')).toMatchObject([{ shortcut: 'hallo', text: written.text }])
    expect(files['saved-replies.json']).not.toContain('secret-key')
    for (const shown of ['Guten Tag {Name}', '#7a1f3d', text.de, text.en]) {
      expect(textOf(files['index.html'] ?? '')).toContain(shown)
    }
    await house.close()
  })

  it('has what the account has bought, its plans and which e-mails it wants', async () => {
    const owner = await server.signUp(newEmail(), language)
    const { orders, accounts } = server.services
    const { ownerUid: uid, id: deskId } = owner.desk
    const placed = await orders.place(
      exampleOrder(randomUUID(), { uid, deskId, email: owner.email }),
      {},
    )
    if (placed.kind !== 'placed') throw new Error(placed.kind)
    const { id, number, checkoutKey, secretHash } = placed.order
    const now = server.clock.now
    const until = new Date(now.getTime() + 30 * 86_400_000)
    const plan = { id: randomUUID(), deskId, orderId: id, productId: 'plus', from: now, until }
    const given = { ...plan, grants: { savedReplies: 7 }, createdAt: now }
    await orders.move({ number }, () => ({ entitlements: [given] }))
    const quiet = { from: '22:00', to: '07:00' }
    await accounts.setNotifications(uid, { ...usualNotifications, quiet })
    const signature = { de: 'Ada\nRösterei' }
    await server.services.members.saveChoices(deskId, uid, { undoSeconds: 60, signature })
    const { reply, cookies } = await press(owner.cookie, path)
    const { files } = await download(reply.location, cookies)
    const read = (name: string) => JSON.parse(files[name] ?? '')
    expect(read('orders.json')).toMatchObject([
      { number, gross: 1_680, address: { street: 'Weg 1' }, lines: [{ quantity: 1 }] },
    ])
    expect(read('desk.json').entitlements).toMatchObject([{ productId: 'plus' }])
    expect(read('account.json')).toMatchObject({
      notifications: { quiet },
      undoSeconds: 60,
      signature,
    })
    const { purchases } = words[language].plan
    expect(textOf(files['index.html'] ?? '')).toContain(
      purchases.number.replace('{{number}}', String(number)),
    )
    for (const secret of [id, checkoutKey, secretHash])
      expect(Object.values(files).join()).not.toContain(secret)
  })

  it('after five minutes the password is asked for, and a wrong one opens nothing', async () => {
    const { cookie } = await server.signUp()
    expect((await server.ask(path, { cookie })).text).not.toContain('name="exportPassword"')
    server.clock.forward(5 * minute + 1)
    expect((await server.ask(path, { cookie })).text).toContain('name="exportPassword"')
    const none = await press(cookie, path)
    expect(none.reply.status).toBe(400)
    expect(field(none.reply.text, 'exportPassword').described).toBe(auth.password.missing)
    const wrong = await press(cookie, path, 'not-the-kettle')
    expect(wrong.reply.status).toBe(400)
    expect(field(wrong.reply.text, 'exportPassword')).toMatchObject({
      value: '',
      focused: true,
      described: auth.password.wrong,
    })
    expect(wrong.reply.setCookies).toEqual([])
    const right = await press(cookie, path, password)
    expect(right.reply).toMatchObject({ status: 303, location: file })
    expect(cookieFrom(right.reply)).not.toBe('')
    expect((await download(file, right.cookies)).files['tickets.json']).toBe('[]\n')
    expect((await server.ask('/dashboard', { cookie })).status).toBe(303)
  })

  it.skipIf(ownAccounts)(
    'whoever has no password signs in again first, and comes back',
    async () => {
      const email = newEmail()
      const user = { sub: randomUUID(), email, email_verified: true }
      const { start, back } = await goToGoogle(server, '/login', user)
      const cookie = cookiesOf(start, await server.ask(back, { cookie: cookiesOf(start) }))
      expect((await press(cookie, path)).reply.status).toBe(303)
      server.clock.forward(5 * minute + 1)
      const { text } = await server.ask(path, { cookie })
      expect(textOf(text)).toContain(proof.signIn)
      const refused = await press(cookie, path)
      expect(refused.reply.status).toBe(401)
      expect(textOf(refused.reply.text)).toContain(auth.requiresRecentLogin)
      const again = await server.ask(path, { cookie, form: { intent: 'sign-in-again' } })
      expect(again.status).toBe(303)
      const login = localizedPath('/login', language)
      expect(again.location).toBe(`${login}?redirect=${encodeURIComponent(path)}`)
      expect((await server.ask('/dashboard', { cookie })).status).toBe(303)
    },
  )
})

it('a link alone leads to the form, also with what another owner was given', async () => {
  const [ada, ben] = [await server.signUp(), await server.signUp()]
  const form = '/dashboard/settings/export'
  const file = '/dashboard/settings/export/zip'
  const { cookies } = await press(ada.cookie, '/dashboard/settings/export')
  const given = cookies.split('; ').find((cookie) => cookie.startsWith('data-export='))
  for (const cookie of [ben.cookie, `${ben.cookie}; ${given}`]) {
    expect(await server.ask(file, { cookie })).toMatchObject({ status: 303, location: form })
  }
  expect((await server.ask(file, { cookie: cookies })).status).toBe(200)
  server.clock.forward(minute + 1)
  expect(await server.ask(file, { cookie: cookies })).toMatchObject({ location: form })
  const nobody = await server.ask(file, { cookie: given })
  expect(nobody.location).toMatch(/^\/login\?redirect=/)
})
