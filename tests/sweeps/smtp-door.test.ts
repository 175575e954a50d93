import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '~/config/settings.server'
import type { ServerContext } from '~/server/arrival/context'
import { openSmtp } from '~/server/mail-in/smtp'
import { temporaryFolder, withoutLimits } from '../support/app'
import { lackOf, unless } from '../support/left-out'
import { letter } from '../support/letters'
import { sendBySmtp, withOwnDns } from '../support/mail-in'
import { newEmail, type Owner, openTestServer, type TestServer } from '../support/test-server'

const doorAt = { MAIL_IN: 'smtp://127.0.0.1:0', MAIL_IN_DOMAIN: 'in.example.com' }

const open = (environment: Record<string, string>) =>
  openTestServer({
    environment: { ...doorAt, ...environment },
    arrange: (services) => withOwnDns(withoutLimits.arrange(services)),
  })

const addressOf = ({ desk }: Owner) => `${desk.publicKey}@in.example.com`

const headers = () => ({ From: newEmail(), 'Message-ID': `<${newEmail()}>` })

const bodiesAt = async ({ services }: TestServer, { desk }: Owner) =>
  (await services.tickets.listAll(desk.id, 0, 1_000)).map(({ latest }) => latest)

/** Reads on until a whole line begins with this. */
async function until(socket: Socket, reply: string): Promise<string> {
  let heard = ''
  while (
    !heard
      .split('\r\n')
      .slice(0, -1)
      .some((line) => line.startsWith(reply))
  ) {
    const [bytes] = await once(socket, 'data')
    heard += bytes
  }
  return heard
}

describe('The SMTP door', () => {
  let server: TestServer
  let owner: Owner
  let port: number

  beforeAll(async () => {
    server = await open({})
    owner = await server.signUp()
    port = server.smtpPort ?? 0
  })
  afterAll(() => server.close())

  it('offers no encryption without a certificate', async () => {
    const socket = connect(port, '127.0.0.1')
    await until(socket, '220 ')
    socket.write('EHLO mx.guest.example\r\n')
    expect(await until(socket, '250 ')).not.toContain('STARTTLS')
    socket.destroy()
  })

  /** A connection on which an e-mail may begin. */
  async function openData(from = '127.0.0.1'): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from })
    await until(socket, '220 ')
    const steps = [
      ['EHLO mx.guest.example', '250 '],
      ['MAIL FROM:<ada@guest.example>', '250 '],
      [`RCPT TO:<${addressOf(owner)}>`, '250 '],
      ['DATA', '354 '],
    ]
    for (const [line, reply = ''] of steps) {
      socket.write(`${line}\r\n`)
      await until(socket, reply)
    }
    return socket
  }

  it('loses nothing of an e-mail that comes while others have begun too much', async () => {
    const before = await bodiesAt(server, owner)
    const much = Buffer.alloc(24 * 1_000_000, 'Cups and bells.\r\n')
    const places = [1, 2, 3, 4, 5].map((network) => `127.0.1${network}.1`)
    const sockets = await Promise.all(places.map((place) => openData(place)))
    await Promise.all(sockets.map((socket) => new Promise((done) => socket.write(much, done))))
    const raw = letter({ headers: headers(), text: 'Real words' })
    const send = async () => (await sendBySmtp(port, { raw, to: [addressOf(owner)] })).at(-1)
    await expect.poll(send).toBe('250 2.0.0 Taken')
    expect(await bodiesAt(server, owner)).toEqual([...before, 'Real words'])
    for (const socket of sockets) socket.destroy()
  })

  it('stores nothing of an e-mail whose sender goes away, and takes the next one', async () => {
    const before = await bodiesAt(server, owner)
    const socket = await openData()
    const raw = letter({ headers: headers(), text: 'Half of it' })
    const closed = once(socket, 'close')
    socket.end(raw)
    await closed
    const next = letter({ headers: headers(), text: 'The next' })
    const said = await sendBySmtp(port, { raw: next, to: [addressOf(owner)] })
    expect(said.at(-1)).toBe('250 2.0.0 Taken')
    expect(await bodiesAt(server, owner)).toEqual([...before, 'The next'])
  })

  const connectFrom = (localAddress: string) => connect({ host: '127.0.0.1', port, localAddress })

  it('refuses the eleventh connection of a network, and lets others in', async () => {
    const sockets = Array.from({ length: 10 }, (_, at) => connectFrom(`127.0.20.${at + 1}`))
    await Promise.all(sockets.map((socket) => until(socket, '220 ')))
    const more = connectFrom('127.0.20.11')
    expect(await until(more, '421 ')).toMatch(/^421 4\.7\.0 /)
    const other = connectFrom('127.0.21.1')
    expect(await until(other, '220 ')).toMatch(/^220 /)
    for (const socket of [...sockets, more, other]) socket.destroy()
  })

  it('holds e-mails of 50 MB of a network at most', async () => {
    const much = Buffer.alloc(24 * 1_000_000, 'Cups and bells.\r\n')
    const sockets = await Promise.all([1, 2].map((host) => openData(`127.0.22.${host}`)))
    await Promise.all(sockets.map((socket) => new Promise((done) => socket.write(much, done))))
    const more = await openData('127.0.22.3')
    more.write(much.subarray(0, 8_000_000))
    more.write(`\r\n${letter({ headers: headers(), text: 'Too much' })}\r\n.\r\n`)
    expect(await until(more, '4')).toMatch(/^452 4\.3\.1 /)
    const raw = letter({ headers: headers(), text: 'From elsewhere' })
    const said = await sendBySmtp(port, { raw, to: [addressOf(owner)] })
    expect(said.at(-1)).toBe('250 2.0.0 Taken')
    for (const socket of [...sockets, more]) socket.destroy()
  })

  it('refuses what is larger than 25 MB', async () => {
    const raw = Buffer.concat([
      Buffer.from(letter({ text: 'Large' })),
      Buffer.alloc(26 * 1_024 * 1_024, 'x\r\n'),
    ])
    const said = await sendBySmtp(port, { raw, to: [addressOf(owner)] })
    expect(said.at(-1)).toMatch(/^552 5\.3\.4 /)
  })

  it('takes fifty at once, each with its words', async () => {
    const guests = Array.from({ length: 50 }, (_, at) => `guest-${at}@guest.example`)
    const replies = await Promise.all(
      guests.map(async (email, index) => {
        const raw = letter({ headers: { ...headers(), From: email }, text: `I am ${email}` })
        // Ten of each network, which guest.example does not let send for it.
        const place = `127.0.${index % 5}.1`
        return (await sendBySmtp(port, { raw, to: [addressOf(owner)], place })).at(-1)
      }),
    )
    expect(new Set(replies)).toEqual(new Set(['250 2.0.0 Taken']))
    const bodies = await bodiesAt(server, owner)
    for (const email of guests) expect(bodies).toContain(`I am ${email}`)
  })

  it('ends a connection that only keeps itself open', async () => {
    const { services } = server
    const config = readConfig(doorAt, 'development')
    const log = pino({ level: 'silent' })
    const door = await openSmtp({ config, services, log } as unknown as ServerContext, 300)
    const socket = connect(door?.port ?? 0, '127.0.0.1')
    const closed = once(socket, 'close')
    socket.on('data', () => socket.write('NOOP\r\n'))
    expect(await until(socket, '421 ')).toContain('421 4.4.2 ')
    await closed
    await door?.close()
  })

  const fromFive = Array.from({ length: 50 }, (_, at) => `127.0.${30 + (at % 5)}.1`)

  it('with fifty idle connections ends the one that has been idle longest for another', async () => {
    const alone = connectFrom('127.0.41.1')
    await until(alone, '220 ')
    const sockets = fromFive.slice(1).map(connectFrom)
    await Promise.all(sockets.map((socket) => until(socket, '220 ')))
    const ended = Promise.any(sockets.map((socket) => until(socket, '421 4.3.2 ')))
    const raw = letter({ headers: headers(), text: 'Beside the crowd' })
    const said = await sendBySmtp(port, { raw, to: [addressOf(owner)], place: '127.0.40.1' })
    expect(said.at(-1)).toBe('250 2.0.0 Taken')
    await ended
    // Another network's only one is not it.
    alone.write('EHLO mx.guest.example\r\n')
    await until(alone, '250 ')
    for (const socket of [...sockets, alone]) socket.destroy()
  })

  it('is not held shut by networks whose e-mails never end', async () => {
    const sockets = await Promise.all(fromFive.map((place) => openData(place)))
    const raw = letter({ headers: headers(), text: 'Beside slow ones' })
    const said = await sendBySmtp(port, { raw, to: [addressOf(owner)], place: '127.0.40.1' })
    expect(said.at(-1)).toBe('250 2.0.0 Taken')
    for (const socket of sockets) socket.destroy()
  })

  it('refuses the fifty-first connection where each network has one that is busy', async () => {
    const places = Array.from({ length: 50 }, (_, at) => `127.0.${100 + at}.1`)
    const sockets = await Promise.all(places.map((place) => openData(place)))
    expect(await until(connectFrom('127.0.40.1'), '421 ')).toMatch(/^421 4\.3\.2 /)
    for (const socket of sockets) socket.destroy()
  })
})

const lack = lackOf('E-mails come in encrypted', 'openssl')

describe('The SMTP door with a certificate', unless(lack), () => {
  const folder = temporaryFolder()
  const cert = join(folder, 'cert.pem')
  const key = join(folder, 'key.pem')
  let server: TestServer
  let owner: Owner

  beforeAll(async () => {
    const subject = [
      '-subj',
      '/CN=mail.example.com',
      '-addext',
      'subjectAltName=DNS:mail.example.com',
    ]
    const files = ['-nodes', '-keyout', key, '-out', cert, '-days', '2', ...subject]
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
    execFileSync('openssl', ['req', '-x509', ...kind, ...files], { stdio: 'ignore' })
    server = await open({ MAIL_IN_TLS_CERT: cert, MAIL_IN_TLS_KEY: key })
    owner = await server.signUp()
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('takes an e-mail encrypted with it', async () => {
    const transport = createTransport({
      host: '127.0.0.1',
      port: server.smtpPort,
      requireTLS: true,
      tls: { ca: readFileSync(cert), servername: 'mail.example.com' },
    })
    const envelope = { from: 'ada@guest.example', to: addressOf(owner) }
    const raw = letter({ headers: headers(), text: 'In secret' })
    const { response } = await transport.sendMail({ envelope, raw })
    expect(response).toBe('250 2.0.0 Taken')
    expect(await bodiesAt(server, owner)).toEqual(['In secret'])
  })

  it('takes one without encryption, too', async () => {
    const raw = letter({ headers: headers(), text: 'In the open' })
    const said = await sendBySmtp(server.smtpPort ?? 0, { raw, to: [addressOf(owner)] })
    expect(said[0]).toContain('STARTTLS')
    expect(said.at(-1)).toBe('250 2.0.0 Taken')
  })
})
