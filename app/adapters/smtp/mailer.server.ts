import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer/lib/errors'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { MailError, type Mailer } from '../../domain/outbox/mailer'
import { readSmtpUrl } from './address.server'
import { messageOf } from './message.server'

export interface SmtpOptions {
  smtpUrl: string
  /** Our own name, for the greeting. */
  name: string
  /** Milliseconds for the whole of one mail; after that the line is cut. */
  patience?: number
}

/** Mails by SMTP, a connection each: they are few, and what became of one is then never in doubt for another. */
export function createSmtpMailer({ smtpUrl, name, patience = 40_000 }: SmtpOptions): Mailer {
  const { options, auth } = readSmtpUrl(smtpUrl)
  return {
    async send(letter, handOver) {
      const message = await messageOf(letter, new Date())
      const envelope = {
        from: letter.from.address,
        to: [letter.to.address],
        size: message.length,
      }
      const connection = new SMTPConnection({
        ...options,
        name,
        connectionTimeout: patience / 2,
        greetingTimeout: patience / 2,
        socketTimeout: patience,
        socketCloseTimeout: 1_000,
        dnsTimeout: patience / 4,
      })
      let accepting = false
      let left = false
      let refusal: unknown
      // It is asked for its first piece when the server has said that it wants to hear it.
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
        await within(patience, connection, async () => {
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
      // What was sent is out of reach, and nothing else was kept.
    },
  }
}

/** Calls what answers by a callback; an error of the connection is its answer too. */
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
    // One that comes after the answer has nothing to say any more.
    connection.on('error', () => undefined)
  })
}

/** A server that says a little again and again would never be idle. */
async function within(milliseconds: number, connection: SMTPConnection, work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error('Too slow'), { code: 'ETIMEDOUT' }))
      connection.close()
    }, milliseconds)
  })
  try {
    await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A reply to the mail itself says what became of it. A refusal before that, of us or of our
 * password, is a matter of the line, however final the server sounds. Without a reply it depends on
 * whether the mail had begun to leave.
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
  return new MailError(left ? 'uncertain' : 'unreachable', said)
}
