import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { largestLetter } from '~/domain/mail-in/letters'
import type { ServerContext } from '../arrival/context'
import { inOne } from './bytes'
import { takeMail } from './intake'
import { findRecipient } from './recipients'

export interface SmtpDoor {
  port: number
  /** Takes no more; ends connections within `closeTimeout`. */
  close(): Promise<void>
}

const mostConnections = 50
const mostRecipients = 20

/** Bytes of e-mails that are on their way in or being read. */
const mostInFlight = 4 * largestLetter

/** Milliseconds. */
const socketTimeout = 60_000
const longestTransfer = 5 * 60_000
const closeTimeout = 1_000

/** A reply that its client is shown. Source: RFC 5321 §4.2.3, RFC 3463. */
class Refusal extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text)
  }
}

const tryAgain = () => new Refusal(451, '4.3.0 Try again later')

/**
 * Takes e-mails for known addresses and sends nothing on: no relay, no bounces. 250 means that the
 * commit is synced. Rejects where the port is taken.
 */
export async function openSmtp(context: ServerContext): Promise<SmtpDoor | undefined> {
  const { mailIn } = context.config
  if (!mailIn?.smtp) return undefined
  const { host, port, tls } = mailIn.smtp
  const { SMTPServer } = await import('smtp-server')
  let inFlight = 0
  const server = new SMTPServer({
    name: mailIn.domain,
    banner: 'Tresen',
    ...tls,
    authOptional: true,
    disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS' as const])],
    disableReverseLookup: true,
    size: largestLetter,
    maxClients: mostConnections,
    socketTimeout,
    closeTimeout,
    logger: false,

    async onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length >= mostRecipients)
        return done(new Refusal(452, '4.5.3 Too many recipients'))
      try {
        const found = await findRecipient(context, address)
        done(found ? null : new Refusal(550, '5.1.1 There is no such address here'))
      } catch (error) {
        context.log.error({ err: error }, 'An address could not be looked up')
        done(tryAgain())
      }
    },

    async onData(stream, session, done) {
      const late = setTimeout(() => stream.destroy(new Error('Too slow')), longestTransfer)
      const pieces: Uint8Array[] = []
      let size = 0
      try {
        for await (const piece of stream as AsyncIterable<Uint8Array>) {
          if (size > largestLetter || inFlight > mostInFlight) {
            pieces.length = 0
            continue
          }
          size += piece.length
          inFlight += piece.length
          pieces.push(piece)
        }
        clearTimeout(late)
        done(await answer(stream, session, pieces, size), '2.0.0 Taken')
      } catch (error) {
        context.log.error({ err: error }, 'An e-mail could not be taken')
        done(tryAgain())
      } finally {
        clearTimeout(late)
        inFlight -= size
      }
    },
  })

  async function answer(
    stream: SMTPServerDataStream,
    { envelope, remoteAddress: ip, hostNameAppearsAs: helo }: SMTPServerSession,
    pieces: Uint8Array[],
    size: number,
  ): Promise<Refusal | null> {
    if (stream.sizeExceeded) return new Refusal(552, '5.3.4 Larger than 25 MB')
    if (pieces.length === 0 && size > 0) return new Refusal(452, '4.3.1 Too much at once')
    const { mailFrom, rcptTo } = envelope
    const outcomes = await takeMail(context, inOne(pieces, size), {
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      ip,
      helo: helo || undefined,
    })
    if (outcomes.includes('later')) return tryAgain()
    const isKnown = outcomes.some((outcome) => outcome !== 'unknown')
    return isKnown ? null : new Refusal(550, '5.1.1 There is no such address here')
  }

  // A client that breaks off is its own trouble.
  server.on('error', (error) => context.log.debug({ err: error }, 'A connection at the SMTP door'))
  const listening = server.listen(port, host)
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
