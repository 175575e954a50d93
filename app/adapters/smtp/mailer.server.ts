import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { MailError, type Mailer } from '../../domain/outbox/mailer'
import { asciiEmail } from '../../domain/text/email'
import { readSmtpUrl } from './address.server'
import { messageOf } from './message.server'

interface SmtpOptions {
  smtpUrl: string
  /** Our own name, for the greeting. */
  name: string
}

/** Milliseconds for one e-mail in all; the connection is then cut. */
const timeoutMs = 40_000

/** A connection per e-mail: they are few, and one's outcome never casts doubt on another's. */
export function createSmtpMailer({ smtpUrl, name }: SmtpOptions): Mailer {
  const { options, auth } = readSmtpUrl(smtpUrl)
  return {
    async send(letter, handOver) {
      const message = await messageOf(letter, new Date())
      const envelope = {
        from: letter.returnPath ?? asciiEmail(letter.from.address),
        to: [asciiEmail(letter.recipient ?? letter.to.address)],
        size: message.length,
      }
      const { default: Connection } = await import('nodemailer/lib/smtp-connection')
      const connection = new Connection({
        ...options,
        name,
        connectionTimeout: timeoutMs / 2,
        greetingTimeout: timeoutMs / 2,
        socketTimeout: timeoutMs,
        socketCloseTimeout: 1_000,
        dnsTimeout: timeoutMs / 4,
      })
      let accepting = false
      let left = false
      let refusal: unknown
      // First asked for a piece when the server is ready for the data.
      async function* leave() {
        try {
          await handOver()
        } catch (error) {
          refusal = error
          throw error
        }
        left = true
        yield message
      }
      try {
        await inTime(connection, async () => {
          await called(connection, (done) => connection.connect(done))
          if (auth) await called(connection, (done) => connection.login(auth, done))
          accepting = true
          await called(connection, (done) =>
            connection.send(envelope, Readable.from(leave()), done),
          )
        })
      } catch (error) {
        if (refusal) throw refusal
        throw asMailError(error as NodemailerError, { accepting, left })
      } finally {
        connection.close()
      }
    },

    async forget() {
      // Sent e-mails are out of reach, and no copies exist.
    },
  }
}

/** Turns a callback into a promise; an error of the connection rejects it too. */
function called(
  connection: SMTPConnection,
  call: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new Error('The connection ended')))
    call((error) => (error ? reject(error) : resolve()))
  }).finally(() => {
    connection.removeAllListeners('error').removeAllListeners('end')
    // An error after the response changes nothing.
    connection.on('error', () => undefined)
  })
}

/** A server that keeps sending a little would never count as idle. */
async function inTime(connection: SMTPConnection, work: () => Promise<void>) {
  const signal = AbortSignal.timeout(timeoutMs)
  const late = new Promise<never>((_, reject) => {
    signal.onabort = () => {
      reject(Object.assign(new Error('Too slow'), { code: 'ETIMEDOUT' }))
      connection.close()
    }
  })
  await Promise.race([work(), late]).finally(() => {
    signal.onabort = null
  })
}

/**
 * A reply to the message itself decides what became of it. An earlier refusal, of us or our
 * password, is about the connection, however final it sounds. Without a reply it depends on whether
 * the message had begun to leave.
 */
function asMailError(
  { code, responseCode, permanent, response }: NodemailerError,
  { accepting, left }: { accepting: boolean; left: boolean },
): MailError {
  const enhanced = response?.match(/^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/)?.[1]
  const said = responseCode
    ? [responseCode, enhanced].filter(Boolean).join(' ')
    : (code ?? 'ESOCKET')
  if (accepting && responseCode) return new MailError(permanent ? 'refused' : 'deferred', said)
  if (accepting && code === 'EENVELOPE' && !left) return new MailError('refused', said)
  // Larger than the server has announced to take (RFC 1870), which is asked before anything is sent.
  if (accepting && code === 'EMESSAGE' && !left) return new MailError('refused', '552 5.3.4')
  return new MailError(left ? 'uncertain' : 'unreachable', said)
}
