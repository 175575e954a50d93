import type { Email } from 'postal-mime'
import type { Headers } from '../../domain/mail-in/letters'
import { bytesOf } from './contents'

/** Characters that are looked at for a status. */
const longestReport = 10_000

/**
 * The status of a notice that an e-mail was not delivered: of the first recipient where it is one of RFC
 * 3464 (§2.3), else of a mail server's own words, as qmail, old Exim and GMX write them. Undefined for a
 * delay, and for what a person's mailbox replies.
 */
export function bounceOf(email: Email, headers: Headers, returnPath: string): string | undefined {
  const { attachments, subject = '', text = '', html = '' } = email
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (report) {
    const fields = Buffer.from(bytesOf(report)).toString('latin1').slice(0, longestReport)
    if (!/^action:\s*failed/im.test(fields)) return undefined
    return /^status:\s*([245]\.\d{1,3}\.\d{1,3})/im.exec(fields)?.[1] ?? '5.0.0'
  }
  const has = (name: string, pattern = /./) =>
    headers.some(({ key, value }) => key === name && pattern.test(value))
  const isNull = returnPath === '' || has('return-path', /^\s*<\s*>/)
  const isServer = has('from', server) || has('x-failed-recipients')
  const isLate = /\b(delay|delayed|warning|verzögert|verzögerung)/i.test(subject)
  if (!isServer || isLate || !(isNull || server.test(returnPath))) return undefined
  const words = `${text.slice(0, longestReport)} ${html.slice(0, longestReport)}`
  const [, status, code] = /(?:\b(5\.\d{1,3}\.\d{1,3})\b|\b(5[05]\d)[ -])/.exec(words) ?? []
  return status ?? code ?? '5.0.0'
}

const server = /\b(mailer-daemon|postmaster)@/i
