import { rmSync } from 'node:fs'
import type { ImapFlow } from 'imapflow'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/config/settings.server'
import { mostWaiting, newMailbox } from '~/domain/mail-in/mailboxes'
import type { ServerContext } from '~/server/arrival/context'
import { openImap } from '~/server/mail-in/imap'
import { readMailbox } from '~/server/mail-in/mailbox-reader'
import type { Reading } from '~/server/mail-in/mailbox-taking'
import { appEnvironment, temporaryFolder, withoutLimits } from '../support/app'
import {
  type Dovecot,
  lackOfDovecot,
  mailboxPassword,
  openRelay,
  type Relay,
  startDovecot,
} from '../support/dovecot'
import { textOf } from '../support/html'
import { unless } from '../support/left-out'
import { file, letter } from '../support/letters'
import { withOwnDns } from '../support/mail-in'
import {
  minute,
  newEmail,
  type Owner,
  openTestServer,
  type TestServer,
} from '../support/test-server'
import { mailsIn } from '../support/written-mails'

const lack = lackOfDovecot('E-mails are fetched from a real IMAP server')

describe('A mailbox', unless(lack), () => {
  let dovecot: Dovecot
  let relay: Relay
  let folder: string
  let user: string
  let program: ImapFlow
  let server: TestServer
  let owner: Owner | undefined
  let mailboxes = 0

  beforeAll(async () => {
    dovecot = await startDovecot()
  })
  afterAll(() => dovecot.close())

  beforeEach(async () => {
    folder = temporaryFolder()
    relay = await openRelay(dovecot.port)
    user = `counter${++mailboxes}@mail.example`
    program = await dovecot.open(user)
    owner = undefined
  })
  afterEach(async () => {
    program.close()
    await server.close()
    await relay.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const addressOf = (path: string, password: string) =>
    `imap://${user}:${encodeURIComponent(password)}@127.0.0.1:${relay.port}/${path}`

  const configOf = (environment: Record<string, string> = {}) =>
    readConfig(
      { ...appEnvironment(folder), MAIL_IN: addressOf('', mailboxPassword), ...environment },
      'production',
    )

  interface Setting {
    path?: string
    password?: string
    environment?: Record<string, string>
    /** Rate limits hold. */
    limited?: boolean
  }

  /** The site's desk, on this test's folder: without one, the mailbox would wait. */
  async function openDesk(): Promise<Owner> {
    const without = await openTestServer({ environment: { DATA_DIR: folder } })
    const owner = await without.signUp()
    await without.close()
    return owner
  }

  /** The server on this test's folder, with its mailbox. */
  async function start({ path = '', password = mailboxPassword, ...rest }: Setting = {}) {
    owner ??= await openDesk()
    server = await openTestServer({
      environment: {
        DATA_DIR: folder,
        MAIL_IN: addressOf(path, password),
        MAIL_FROM: 'Counter <counter@mail.example>',
        ...rest.environment,
      },
      arrange: (services) => withOwnDns(rest.limited ? services : withoutLimits.arrange(services)),
    })
  }

  const put = (raw: string | Buffer, flags: string[] = [], path = 'INBOX') =>
    program.append(path, Buffer.from(raw), flags)

  const from = (email: string, text: string, headers: Record<string, string> = {}) =>
    letter({
      headers: { From: `Ada <${email}>`, 'Message-ID': `<${newEmail()}>`, ...headers },
      text,
    })

  const newGuest = () => newEmail().replace('example.com', 'guest.example')

  async function tickets() {
    if (!owner) return []
    return server.services.tickets.listAll(owner.desk.id, 0, 1_000)
  }

  const bodies = async () => (await tickets()).map(({ latest }) => latest).sort()

  const lines = () => server.warnings.filter((line) => line.includes('mailbox'))

  /** Resolves once the door waits for news. */
  const idles = () => expect.poll(() => relay.said).toContain(' IDLE')

  it('brings new e-mails at once, whoever has read them elsewhere', async () => {
    await put(from(newGuest(), 'Before the start'), ['\\Seen'])
    await start()
    await expect.poll(bodies).toEqual(['Before the start'])
    await idles()
    await put(from(newGuest(), 'New'))
    await expect.poll(bodies).toEqual(['Before the start', 'New'])
    await put(from(newGuest(), 'Read elsewhere'), ['\\Seen'])
    await expect.poll(bodies).toHaveLength(3)
    expect(relay.connections).toBe(1)
  })

  it('is read on after a restart, without fetching anything again', async () => {
    await start()
    await put(from(newGuest(), 'First'))
    await expect.poll(bodies).toEqual(['First'])
    await server.close()
    await put(from(newGuest(), 'Second'), ['\\Seen'])
    relay.reset()
    await start()
    await expect.poll(bodies).toEqual(['First', 'Second'])
    await idles()
    expect(relay.said.match(/UID FETCH 1 /g)).toBeNull()
    expect(relay.said.match(/UID FETCH 2 /g)).not.toBeNull()
  })

  it('with another numbering is looked at again and doubles nothing', async () => {
    const raw = from(newGuest(), 'Known')
    await program.mailboxCreate('Guests')
    await put(raw, [], 'Guests')
    await start({ path: 'Guests' })
    await expect.poll(bodies).toEqual(['Known'])
    await server.close()
    await program.mailboxDelete('Guests')
    await program.mailboxCreate('Guests')
    for (const each of [from(newGuest(), 'New'), raw, from(newGuest(), 'Newer')])
      await put(each, [], 'Guests')
    await start({ path: 'Guests' })
    await expect.poll(bodies).toEqual(['Known', 'New', 'Newer'])
    const known = (await tickets()).find(({ latest }) => latest === 'Known')
    expect(known?.lastSeq).toBe(1)
  })

  it('loses and doubles nothing when the connection breaks while an e-mail comes', async () => {
    await start()
    await idles()
    const bytes = Buffer.alloc(1_500_000, 'Cups and bells. ')
    const parts = [file('list.txt', 'text/plain', bytes)]
    const headers = { From: newGuest(), 'Message-ID': `<${newEmail()}>` }
    relay.breakAfter(1_000_000)
    await put(letter({ headers, text: 'Large', parts }))
    await put(from(newGuest(), 'Small'))
    await expect.poll(bodies).toEqual(['Large', 'Small'])
    expect(relay.connections).toBe(2)
  })

  it('is emptied into another folder once its e-mails are committed', async () => {
    await start({ environment: { MAIL_IN_MOVE_TO: 'Tresen/Erledigt für heute' } })
    await put(from(newGuest(), 'Move me'))
    await expect.poll(bodies).toEqual(['Move me'])
    const count = async (path: string) => {
      const status = await program.status(path, { messages: true })
      return (status || undefined)?.messages
    }
    await expect.poll(() => count('Tresen.Erledigt für heute')).toBe(1)
    expect(await count('INBOX')).toBe(0)
  })

  it('is itself no copy of an e-mail that lay in it', async () => {
    await start()
    await put(from(newGuest(), 'To both', { To: `Shop <${user}>`, Cc: 'bob@guest.example' }))
    await expect.poll(bodies).toEqual(['To both'])
    const [ticket] = await tickets()
    if (!ticket) throw new Error('There is no ticket')
    const { deskId, number } = ticket
    const [message] = await server.services.tickets.messages({ deskId, number }, 0, 9)
    expect(message?.copies).toEqual(['bob@guest.example'])
  })

  it('may have a name with other letters than English', async () => {
    await program.mailboxCreate('Gäste')
    await start({ path: 'Gäste' })
    await put(from(newGuest(), 'Grüß Gott'), [], 'Gäste')
    await expect.poll(bodies).toEqual(['Grüß Gott'])
  })

  it('is read by one of several processes', async () => {
    await start()
    await expect.poll(() => relay.connections).toBe(1)
    const { services } = server
    const asked: boolean[] = []
    const leases = {
      ...services.leases,
      async take(...given: Parameters<typeof services.leases.take>) {
        const taken = await services.leases.take(...given)
        asked.push(taken)
        return taken
      },
    }
    const config = configOf()
    const other = openImap({
      config,
      services: { ...services, leases },
      now: () => server.clock.now,
      log: pino({ level: 'silent' }),
    } as unknown as ServerContext)
    await expect.poll(() => asked).toEqual([false])
    await other?.close()
    expect(relay.connections).toBe(1)
  })

  it('whose password is wrong is not asked again at once, and is named in one line', async () => {
    await start({ password: 'wrong' })
    await expect.poll(lines).toHaveLength(1)
    expect(lines()[0]).toContain('"problem":"password"')
    expect(lines()[0]).not.toContain('wrong')
    expect(relay.connections).toBe(1)
  })

  it('that was not read for 15 minutes is named at the desk and in one e-mail, until it is', async () => {
    await start({ password: 'wrong' })
    await expect.poll(lines).toHaveLength(1)
    const mails = async () => {
      await server.runDue()
      return (await mailsIn(folder, owner?.email ?? '')).map(({ subject }) => subject)
    }
    const desk = async (path: string) =>
      textOf((await server.ask(path, { cookie: owner?.cookie })).text)
    server.clock.forward(14 * minute)
    expect(await mails()).toEqual([])
    expect(await desk('/dashboard')).not.toContain('No e-mails have come')
    server.clock.forward(2 * minute)
    expect(await mails()).toEqual(['No e-mails are coming in'])
    expect(await desk('/dashboard')).toContain(
      'Its server refuses the user name or the password in MAIL_IN.',
    )
    expect(await desk('/de/dashboard/tickets')).toContain('kommt aus dem Postfach nichts mehr.')
    const neighbour = await server.signUp()
    const other = await server.ask('/dashboard', { cookie: neighbour.cookie })
    expect(other.text).not.toContain('MAIL_IN')
    server.clock.forward(60 * minute)
    expect(await mails()).toHaveLength(1)
    await server.close()
    await start()
    await expect.poll(() => desk('/dashboard')).not.toContain('No e-mails have come')
    expect(await mails()).toHaveLength(1)
  })

  it('that is not there is named, and read once it is', async () => {
    await start({ path: 'Later' })
    await expect.poll(() => lines().join()).toContain('"problem":"folder"')
    await program.mailboxCreate('Later')
    await put(from(newGuest(), 'Here'), [], 'Later')
    await expect.poll(bodies).toEqual(['Here'])
  })

  it('with an e-mail over 25 MB shows that it could not be read, without downloading it', async () => {
    await start()
    await idles()
    relay.reset()
    const bytes = Buffer.alloc(19_500_000, 'Cups and bells. ')
    const parts = [file('list.txt', 'text/plain', bytes)]
    const headers = { From: newGuest(), Subject: 'All cups', 'Message-ID': `<${newEmail()}>` }
    await put(letter({ headers, text: 'See the file', parts }))
    await put(from(newGuest(), 'Next'))
    await expect.poll(bodies).toEqual(['All cups', 'Next'])
    expect(relay.sent).toBeLessThan(1_000_000)
    const large = (await tickets()).find(({ title }) => title === 'All cups')
    const address = `/dashboard/tickets?ticket=${large?.number}`
    const { text } = await server.ask(address, { cookie: owner?.cookie })
    expect(textOf(text)).toContain('This e-mail could not be read: it is larger than 25 MB.')
  })

  it('leaves a broken connection alone when the server stops', async () => {
    await start()
    await idles()
    await server.close()
    expect(lines()).toEqual([])
    await start()
    await put(from(newGuest(), 'After the stop'))
    await expect.poll(bodies).toEqual(['After the stop'])
  })

  it('keeps what is beyond a limit for later, and goes on with others', async () => {
    const { imap } = configOf().mailIn ?? {}
    const waiting = async () => (await server.services.mailboxes.find(imap?.id ?? ''))?.waiting
    const flooder = newGuest()
    await start({ limited: true })
    await idles()
    for (let number = 1; number <= 63; number += 1) await put(from(flooder, `Flood ${number}`))
    await put(from(newGuest(), 'Somebody else'))
    await expect.poll(waiting).toEqual([61, 62, 63])
    await expect.poll(bodies).toContain('Somebody else')
    expect(await bodies()).not.toContain('Flood 61')
    expect(relay.said).toMatch(/UID FETCH 61 .*BODY/)
    expect(relay.said).not.toMatch(/UID FETCH 6[23] .*BODY/)
    await server.close()
    await start()
    await expect.poll(bodies).toContain('Flood 63')
    await expect.poll(waiting).toEqual([])
    expect(await bodies()).toHaveLength(64)
  })

  it('goes on with other senders until too many e-mails wait, which is an outage', async () => {
    await start({ limited: true })
    await idles()
    const { mailboxes } = server.services
    const id = configOf().mailIn?.imap?.id ?? ''
    const known = (await mailboxes.find(id)) ?? newMailbox(id)
    const gone = Array.from({ length: mostWaiting }, (_, index) => 1_000 + index)
    await mailboxes.save({ ...known, waiting: gone })
    const flooder = newGuest()
    for (let number = 1; number <= 60; number += 1) await put(from(flooder, `Flood ${number}`))
    await put(from(newGuest(), 'Somebody else'))
    await put(from(flooder, 'Flood 61'))
    await expect.poll(() => lines().join()).toContain('"problem":"waiting"')
    expect(await bodies()).toContain('Somebody else')
    await expect.poll(() => mailboxes.find(id)).toMatchObject({ problem: 'waiting', lastUid: 61 })
  })

  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * minute)

  /** E-mails that were there before: the last is of yesterday, and each one a day older than the next. */
  function fillWith(count: number): void {
    const letters = Array.from({ length: count }, (_, index) => {
      const at = daysAgo(count - index)
      const link = 'https://one.example https://two.example'
      return { raw: from(newGuest(), `Old ${index + 1} ${link}`, { Date: at.toUTCString() }), at }
    })
    dovecot.fill(user, letters)
  }

  it('with 5,000 older e-mails brings the newest first, quietly, and new ones at once', async () => {
    fillWith(5_000)
    await start({ limited: true })
    await expect.poll(bodies).toContainEqual(expect.stringMatching(/^Old 4999 /))
    await put(from(newGuest(), 'A new customer'))
    await expect.poll(bodies).toContain('A new customer')
    const { imap } = configOf().mailIn ?? {}
    const left = async () => (await server.services.mailboxes.find(imap?.id ?? ''))?.left ?? 0
    expect(await left()).toBeGreaterThan(3_000)
    for (const [language, sentence] of [
      ['', 'older e-mails of the mailbox are still to be read'],
      ['/de', 'ältere E-Mails des Postfachs sind noch zu lesen'],
    ] as const) {
      const path = `${language}/dashboard/settings/mail`
      const { text } = await server.ask(path, { cookie: owner?.cookie })
      expect(textOf(text)).toContain(sentence)
    }
    server.clock.forward(60 * minute)
    await server.runDue()
    const notices = await mailsIn(server.folder, owner?.email ?? '')
    expect(notices.map(({ text }) => text).join()).not.toContain('Old ')
    expect(notices.filter(({ text }) => text?.includes('A new customer'))).toHaveLength(1)
  })

  it('takes all older e-mails once, dated by themselves, over where they are old', async () => {
    fillWith(30)
    await start({ limited: true })
    await expect.poll(async () => (await bodies()).length).toBeGreaterThan(3)
    await server.close()
    await start({ limited: true })
    await expect.poll(async () => (await bodies()).length).toBe(30)
    const all = await tickets()
    // Numbered from the newest on.
    expect(all.map(({ latest }) => Number(/^Old (\d+)/.exec(latest)?.[1]))).toEqual(
      Array.from({ length: 30 }, (_, index) => 30 - index),
    )
    expect(all.every(({ heldFor }) => heldFor === undefined)).toBe(true)
    const days = all.map(({ createdAt }) =>
      Math.round((Date.now() - createdAt.getTime()) / (24 * 60 * minute)),
    )
    expect(days).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    const twoWeeksAgo = new Date(server.clock.now.getTime() - 14 * 24 * 60 * minute)
    expect(all.map(({ state }) => state)).toEqual(
      all.map(({ createdAt }) => (createdAt < twoWeeksAgo ? 'closed' : 'open')),
    )
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['open', 'closed']))
    const { imap } = configOf().mailIn ?? {}
    expect(await server.services.mailboxes.find(imap?.id ?? '')).toMatchObject({
      left: 0,
      waiting: [],
    })
  })

  describe('whose server breaks off at one e-mail', () => {
    let reading: Reading

    beforeEach(async () => {
      await program.mailboxCreate('Quiet')
      await start({ path: 'Quiet' })
      const config = configOf({ MAIL_IN_MOVE_TO: 'Done' })
      const { services, clock } = server
      const log = pino({ level: 'silent' })
      const context = { config, services, now: () => clock.now, log } as unknown as ServerContext
      const imap = config.mailIn?.imap
      if (!imap) throw new Error('No mailbox is configured')
      reading = { context, imap, mostListed: 100, broken: new Map(), limited: new Set() }
      await look()
      const bytes = Buffer.alloc(1_500_000, 'Cups and bells. ')
      const parts = [file('list.txt', 'text/plain', bytes)]
      const headers = { From: newGuest(), Subject: 'Broken', 'Message-ID': `<${newEmail()}>` }
      await put(from(newGuest(), 'Before'))
      await put(letter({ headers, text: 'Broken', parts }))
      await put(from(newGuest(), 'After'))
    })

    /** Resolves after a look, without the pauses between tries. */
    async function look() {
      const stop = new AbortController()
      await readMailbox(reading, stop.signal, () => stop.abort())
    }

    async function failTimes(times: number, bytes: number) {
      for (let time = 1; time <= times; time += 1) {
        relay.breakAfter(bytes)
        await expect(look()).rejects.toThrow()
      }
    }

    async function shownAt(number: number | undefined) {
      const address = `/dashboard/tickets?ticket=${number}`
      return textOf((await server.ask(address, { cookie: owner?.cookie })).text)
    }

    const stillThere = 'the mail server did not deliver it. It is still in the mailbox.'

    it('shows its headers, and leaves it in its folder', async () => {
      await failTimes(5, 1_000_000)
      await look()
      expect(await bodies()).toEqual(['After', 'Before', 'Broken'])
      const broken = (await tickets()).find(({ title }) => title === 'Broken')
      expect(await shownAt(broken?.number)).toContain(stillThere)
      expect(await program.status('INBOX', { messages: true })).toMatchObject({ messages: 1 })
    })

    it('goes on after a notice where not even its headers come', async () => {
      const { mailboxes } = server.services
      const failedSince = new Date(server.clock.now)
      const { id } = reading.imap
      const known = await mailboxes.find(id)
      await mailboxes.save({ ...(known ?? newMailbox(id)), failedSince, problem: 'connection' })
      await failTimes(7, 200_000)
      expect(await bodies()).toEqual(['Before'])
      expect(await mailboxes.find(id)).toMatchObject({ lastUid: 1, failedSince })
      await look()
      expect(await bodies()).toEqual(['After', 'Before', 'e-mail.eml'])
      const notice = (await tickets()).find(({ latest }) => latest === 'e-mail.eml')
      expect(await shownAt(notice?.number)).toContain(stillThere)
      expect((await mailboxes.find(id))?.failedSince).toBeUndefined()
    })
  })

  it('brings each e-mail to the desk whose address it was delivered to', async () => {
    await start({ environment: { MAIL_IN_DOMAIN: 'in.example.com' } })
    const neighbour = await server.signUp()
    const address = `${neighbour.desk.publicKey}@in.example.com`
    await put(from(newGuest(), 'To the neighbour', { 'Delivered-To': address }))
    await put(from(newGuest(), 'To nobody', { To: 'somebody@mail.example' }))
    await expect.poll(bodies).toEqual(['To nobody'])
    const theirs = () => server.services.tickets.listAll(neighbour.desk.id, 0, 9)
    await expect.poll(theirs).toMatchObject([{ latest: 'To the neighbour' }])
  })
})
