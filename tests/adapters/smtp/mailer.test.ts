import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readSmtpUrl } from '../../../app/adapters/smtp/address.server'
import { createSmtpMailer } from '../../../app/adapters/smtp/mailer.server'
import { MailError, type MailFailure } from '../../../app/domain/outbox/mailer'
import { exampleLetter, mailerContract } from '../../contracts/mailer'
import { outwait } from '../../support/fault-server'
import { type Behaviour, type MailServer, startMailServer } from '../../support/mail-server'

const name = 'counter.example'

mailerContract('SMTP', async () => {
  const server = await startMailServer()
  return {
    mailer: createSmtpMailer({ smtpUrl: server.url, name }),
    sent: async () => server.received.map(({ raw }) => raw),
    recipients: (raw) => server.received.find((each) => each.raw === raw)?.to,
    close: () => server.close(),
  }
})

describe('an SMTP conversation', () => {
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
  })
  afterEach(() => server.behave())
  afterAll(() => server.close())

  async function attempt(behaviour?: Behaviour) {
    server.behave(behaviour)
    const mailer = createSmtpMailer({ smtpUrl: server.url, name })
    let handedOver = false
    const failure = await outwait(server, () =>
      mailer.send(exampleLetter(), async () => {
        handedOver = true
      }),
    ).catch((error) => error)
    return { failure, handedOver }
  }

  it('that is accepted is with the one who shall have it', async () => {
    expect(await attempt()).toEqual({ failure: undefined, handedOver: true })
    expect(server.received.at(-1)).toMatchObject({
      from: 'counter@counter.example',
      to: ['zoe@example.com'],
    })
  })

  it('names a domain of any script in ASCII', async () => {
    const said: Buffer[] = []
    const listener = createServer((socket) => {
      const onwards = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.on('data', (piece) => said.push(piece)).on('error', () => undefined)
      onwards.on('error', () => undefined)
      socket.pipe(onwards).pipe(socket)
    })
    await once(listener.listen(0, '127.0.0.1'), 'listening')
    const { port } = listener.address() as AddressInfo
    const mailer = createSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, name })
    const from = { name: 'Tresen', address: 'post@café.example' }
    const to = { name: 'Zoë', address: 'zoe@exämple.com' }
    await mailer.send(exampleLetter({ from, to }), async () => undefined)
    listener.close()
    const lines = Buffer.concat(said).toString()
    expect(lines).toMatch(/^MAIL FROM:<post@xn--caf-dma\.example>/m)
    expect(lines).toMatch(/^RCPT TO:<zoe@xn--exmple-cua\.com>/m)
    expect(lines).not.toMatch(/\P{ASCII}/u)
  })

  it.each<[string, Behaviour, MailFailure, string, boolean]>([
    ['a greeting that is none', { at: 'connect', code: 554 }, 'unreachable', '554', false],
    ['a line cut at the greeting', { at: 'connect', drops: true }, 'unreachable', '', false],
    ['silence in place of a greeting', { at: 'connect', stalls: true }, 'unreachable', '', false],
    ['a sender who may not', { at: 'sender', code: 550 }, 'refused', '550', false],
    ['a recipient who is unknown', { at: 'recipient', code: 550 }, 'refused', '550', false],
    ['a recipient to wait for', { at: 'recipient', code: 450 }, 'deferred', '450', false],
    ['a line cut at the recipient', { at: 'recipient', drops: true }, 'unreachable', '', false],
    ['silence at the recipient', { at: 'recipient', stalls: true }, 'unreachable', '', false],
    ['a line cut in the letter', { at: 'letter', drops: true }, 'uncertain', '', true],
    ['a line cut after the letter', { at: 'data', drops: true }, 'uncertain', '', true],
    ['silence after the letter', { at: 'data', stalls: true }, 'uncertain', '', true],
    ['a letter refused for now', { at: 'data', code: 451 }, 'deferred', '451', true],
    ['a letter refused', { at: 'data', code: 554 }, 'refused', '554', true],
  ])('with %s comes to what it is', async (_, behaviour, failure, code, handedOver) => {
    const result = await attempt(behaviour)
    expect(result.failure).toBeInstanceOf(MailError)
    expect(result.failure.failure).toBe(failure)
    expect(result.failure.code).toMatch(code ? new RegExp(`^${code}`) : /^E[A-Z]+$/)
    expect(result.handedOver).toBe(handedOver)
  })

  it('with nobody there does not begin', async () => {
    const gone = await startMailServer()
    await gone.close()
    const mailer = createSmtpMailer({ smtpUrl: gone.url, name })
    await expect(mailer.send(exampleLetter(), async () => undefined)).rejects.toMatchObject({
      failure: 'unreachable',
    })
  })

  it('says no word of the letter and no address when it fails', async () => {
    const says = 'zoe@example.com: Guten Tag, wir haben geöffnet.'
    const { failure } = await attempt({ at: 'data', code: 554, says })
    expect(JSON.stringify([failure.message, failure.code, failure.stack])).not.toMatch(/zoe|Guten/)
  })

  it('signs in, and takes a wrong password for a matter of the line', async () => {
    const closed = await startMailServer({ password: 'p@ss:word' })
    const send = (password: string) =>
      createSmtpMailer({
        smtpUrl: closed.url.replace('//', `//counter:${encodeURIComponent(password)}@`),
        name,
      }).send(exampleLetter(), async () => undefined)
    await send('p@ss:word')
    await expect(send('wrong')).rejects.toMatchObject({ failure: 'unreachable', code: '535' })
    expect(closed.received).toHaveLength(1)
    await closed.close()
  })
})

describe('the address of a mail server', () => {
  it('says how the line is kept secret', () => {
    const options = (url: string) => readSmtpUrl(url).options
    expect(options('smtps://mail.example.com')).toMatchObject({ secure: true, requireTLS: false })
    expect(options('smtp://me:word@mail.example.com:25')).toMatchObject({
      port: 25,
      secure: false,
      requireTLS: true,
      ignoreTLS: false,
    })
    expect(options('smtp://mail.example.com')).toMatchObject({
      requireTLS: false,
      ignoreTLS: false,
    })
    expect(options('smtp://[::1]:2525')).toMatchObject({ host: '::1', ignoreTLS: true })
  })
})
