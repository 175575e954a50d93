import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServices, readConfig, type Services } from '~/config'
import { isLow } from '~/domain/feedback/feedback'
import { joined } from '~/domain/files/files'
import { planMails } from '~/domain/letters/plans'
import { ticketStates } from '~/domain/tickets/states'
import { recoverSecret, secretHash } from '~/http/links/ticket-link.server'
import { type AuthEmulator, callEmulator, startAuthEmulator } from '../../development/auth-emulator'
import { demoColleagues, demoOwner } from '../../development/demo-people'
import { loadAccounts, saveAccounts } from '../../development/kept-accounts'
import { watchMailLinks } from '../../development/mail-links'
import { type SeededTicket, seedDemo } from '../../development/seed'

const now = new Date('2026-11-21T09:00:00Z')
const projectId = 'demo-seed'
const secret = 'the secret of a demo, long enough'

let folder: string
let emulator: AuthEmulator
let services: Services
let seeded: SeededTicket[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tresen-seed-'))
  emulator = await startAuthEmulator({ projectId })
  const environment = {
    DATA_DIR: folder,
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  }
  services = await createServices(readConfig(environment, 'development'))
  seeded = await seedDemo(services, emulator.host, projectId, now, undefined, secret)
})

afterAll(async () => {
  await services?.close()
  await emulator?.stop()
  await rm(folder, { recursive: true })
})

async function theDesk() {
  const desk = (await services.members.desksOf(demoOwner.uid))[0]?.desk
  if (!desk) throw new Error('The demo owner has no desk')
  return desk
}

describe('the demo owner', () => {
  it('can sign in with the printed password and is verified', async () => {
    const { user } = await services.identity.signInWithPassword(demoOwner, now)
    expect(user).toMatchObject({
      uid: demoOwner.uid,
      email: demoOwner.email,
      emailVerified: true,
      displayName: demoOwner.displayName,
    })
    expect(demoOwner.password.length).toBeGreaterThanOrEqual(12)
  })

  it('has an account and a named desk with a greeting in both languages', async () => {
    expect(await services.accounts.findByEmail(demoOwner.email)).toMatchObject({
      uid: demoOwner.uid,
    })
    const desk = await theDesk()
    expect(desk.name).toBe('Café Morgenrot')
    expect(Object.keys(desk.greeting).sort()).toEqual(['de', 'en'])
  })
})

describe('the demo colleagues', () => {
  it('can sign in and answer at the desk, which has one manager', async () => {
    const { id } = await theDesk()
    const members = await services.members.list(id)
    expect(members.map(({ uid, kind, name }) => [uid, kind, name])).toEqual([
      [demoOwner.uid, 'manager', demoOwner.displayName],
      ...demoColleagues.map(({ uid, displayName }) => [uid, 'colleague', displayName]),
    ])
    for (const colleague of demoColleagues) {
      const { user } = await services.identity.signInWithPassword(colleague, now)
      expect(user).toMatchObject({ uid: colleague.uid, emailVerified: true })
      expect((await services.members.desksOf(colleague.uid)).map(({ desk }) => desk.id)).toEqual([
        id,
      ])
    }
  })
})

describe('the demo tickets', () => {
  it('are in every state', async () => {
    const counts = await services.tickets.count((await theDesk()).id)
    expect(ticketStates.filter((state) => counts[state] === 0)).toEqual([])
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(seeded.length)
  })

  it('wait from four minutes to over two hours, longest first', async () => {
    const { tickets } = await services.tickets.list((await theDesk()).id, { state: 'open' }, 20)
    const minutes = tickets.map(({ waitingSince }) => {
      return (now.getTime() - (waitingSince?.getTime() ?? 0)) / 60_000
    })
    expect(minutes[0]).toBeGreaterThan(120)
    expect(minutes.at(-1)).toBe(4)
    expect(minutes).toEqual(minutes.toSorted((a, b) => b - a))
  })

  it('are numbered in the order in which they began, in both languages', async () => {
    const found = await Promise.all(
      seeded.map(({ secret }) => services.tickets.find({ secretHash: secretHash(secret) })),
    )
    const tickets = found.flatMap((ticket) => ticket ?? [])
    expect(tickets).toHaveLength(seeded.length)
    const inTime = tickets.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    expect(inTime.map(({ number }) => number)).toEqual(seeded.map((_, index) => index + 1))
    expect(new Set(tickets.map(({ locale }) => locale))).toEqual(new Set(['en', 'de']))
  })

  it('The tickets of the demo have links that letters can make', () => {
    for (const made of seeded) expect(recoverSecret([secret], made.ticket)).toBe(made.secret)
  })

  it('show their visitors no note', async () => {
    const asVisitor = await Promise.all(
      seeded.map(({ secret }) =>
        services.tickets.messages({ secretHash: secretHash(secret) }, 0, 50),
      ),
    )
    expect(asVisitor.every((messages) => messages.length > 0)).toBe(true)
    expect(asVisitor.flat().filter(({ kind }) => kind === 'note')).toEqual([])
    const { id: deskId } = await theDesk()
    const asOwner = await Promise.all(
      seeded.map(({ ticket }) =>
        services.tickets.messages({ deskId, number: ticket.number }, 0, 50),
      ),
    )
    expect(asOwner.flat().some(({ kind }) => kind === 'note')).toBe(true)
  })
})

describe('the demo’s e-mails', () => {
  it('are of an address with its tag: one with HTML and a file, one that invites', async () => {
    const { id } = await theDesk()
    const came = seeded.filter(({ ticket }) => ticket.writtenTo)
    expect(came.map(({ ticket }) => ticket.tags)).toEqual([['Bestellung'], ['Bestellung']])
    const [order, tasting] = await Promise.all(
      came.map(({ ticket }) => services.tickets.messages(ticket, 0, 1)),
    )
    expect(order).toMatchObject([{ mail: { html: 'here', proven: true } }])
    expect(tasting).toMatchObject([
      { mail: { invitation: { begins: '2026-11-30T15:00:00.000Z' } } },
    ])
    const files = [...(order ?? []), ...(tasting ?? [])].flatMap((each) => each.attachments ?? [])
    expect(files.map(({ name }) => name)).toEqual([
      ...['Allergien.txt', 'e-mail.eml', 'einladung.ics', 'e-mail.eml'],
    ])
    const original = (await services.attachments.find({ deskId: id }, files[1]?.id ?? ''))?.file
    const bytes = original ? await services.files.open(original) : undefined
    if (!bytes) throw new Error('There is no original')
    const written = Buffer.from(await joined(bytes)).toString()
    expect(written).toContain('Content-Type: text/html; charset=utf-8')
  })

  it('make no letter leave at the first start', async () => {
    const started = new Date(now.getTime() + 90_000)
    await planMails(services, undefined, started, async () => true)
    expect(await services.mails.listDue(started, 99)).toEqual([])
    const due = await services.mails.listDue(new Date(now.getTime() + 24 * 3_600_000), 99)
    expect(due.map(({ kind }) => kind)).toEqual([])
  })
})

describe('the demo feedback', () => {
  it('is of tickets and free, in both languages, with one that asks for an answer', async () => {
    const { id } = await theDesk()
    const { feedback } = await services.feedback.list(id, {}, 100)
    const values = (field: 'kind' | 'locale') => new Set(feedback.map((each) => each[field])).size
    expect([values('kind'), values('locale')]).toEqual([2, 2])
    expect(feedback.filter((each) => isLow(each) && each.email)).toHaveLength(1)
    const since = new Date(now.getTime() - 30 * 24 * 3_600_000)
    expect(await services.feedback.response(id, since)).toEqual({ asked: 2, given: 2 })
  })
})

describe('seeding again', () => {
  it('makes nothing a second time', async () => {
    const before = await theDesk()
    expect(await seedDemo(services, emulator.host, projectId, now)).toEqual([])
    expect(await theDesk()).toEqual(before)
    const counts = await services.tickets.count(before.id)
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(seeded.length)
  })
})

describe('the saved accounts', () => {
  it('survive a restart of the emulator, as do earlier sign-ins', async () => {
    const file = join(folder, 'auth-emulator.json')
    const developer = { email: 'new@example.com', password: 'quite a long one' }
    const { user, tokens } = await services.identity.signUp(developer, now)
    await saveAccounts(emulator, file)

    // The emulator's clock counts in seconds: within this one, nothing could be stale.
    const second = () => Math.floor(Date.now() / 1_000)
    const signedUp = second()
    await expect.poll(second).toBeGreaterThan(signedUp)
    await callEmulator(emulator, 'DELETE', '/emulator/v1/projects/{project}/accounts')
    await expect(services.identity.lookup(tokens.idToken)).rejects.toThrow()

    await loadAccounts(emulator, file)
    expect(await services.identity.lookup(tokens.idToken)).toMatchObject({ uid: user.uid })
    const again = await services.identity.signInWithPassword(developer, now)
    expect(again.user.uid).toBe(user.uid)
    const owner = await services.identity.signInWithPassword(demoOwner, now)
    expect(owner.user.emailVerified).toBe(true)
  })

  it('are for this user alone to read, as passwords are in them', async () => {
    const file = join(folder, 'private.json')
    await saveAccounts(emulator, file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toContain(demoOwner.uid)
  })

  it('may be missing on the first start', async () => {
    await expect(loadAccounts(emulator, join(folder, 'nowhere.json'))).resolves.toBeUndefined()
  })
})

describe('the links of mails', () => {
  it('lead to our own page in both languages, once', async () => {
    const newMailLinks = watchMailLinks(emulator, 'http://localhost:3000')
    const email = 'mail@example.com'
    const { tokens } = await services.identity.signUp({ email, password: 'quite a long one' }, now)
    await services.identity.sendVerificationMail(tokens.idToken, 'de')

    const [link] = await newMailLinks()
    expect(link).toMatchObject({ email, mode: 'verifyEmail' })
    const [english = '', german = ''] = link?.addresses ?? []
    expect(english).toMatch(
      /^http:\/\/localhost:3000\/verify-email\?mode=verifyEmail&oobCode=.*en$/,
    )
    expect(german).toMatch(
      /^http:\/\/localhost:3000\/de\/verify-email\?mode=verifyEmail&.*lang=de$/,
    )
    expect(await newMailLinks()).toEqual([])

    const code = new URL(english).searchParams.get('oobCode') ?? ''
    expect(await services.identity.applyVerification(code)).toEqual({ email })
  })

  it('lead on to where their reader was going', async () => {
    const origin = 'http://localhost:3000'
    const newMailLinks = watchMailLinks(emulator, origin)
    const owner = { email: 'invited@example.com', password: 'quite a long one' }
    const { tokens } = await services.identity.signUp(owner, now)
    const continueUrl = `${origin}/signup?invitation=abc`
    await services.identity.sendVerificationMail(tokens.idToken, 'en', continueUrl)

    const links = await newMailLinks()
    const [address = ''] = links.find(({ email }) => email === owner.email)?.addresses ?? []
    expect(new URL(address).searchParams.get('continueUrl')).toBe(continueUrl)
  })
})
