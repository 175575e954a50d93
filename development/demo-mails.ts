import type { Services } from '~/config'
import { limitsAt } from '~/domain/desks/entitlements'
import { takeLetter } from '~/domain/files/attachment-intake'
import { roomOf, sourceOf } from '~/domain/files/attachments'
import { bytesInPieces } from '~/domain/files/files'
import { largestLetter } from '~/domain/mail-in/letters'
import type { Invitation } from '~/domain/tickets/invitations'
import type { Start } from '~/domain/tickets/starting'
import { mailKey } from '~/http/links/mail-tokens.server'

/** How a ticket of the demo came by e-mail. */
export interface DemoMail {
  subject: string
  /** What stands in the e-mail beside its words. */
  html?: string
  file?: { name: string; type: string; text: string }
  invitation?: Omit<Invitation, 'begins' | 'ends'> & { inDays: number; hour: number; hours: number }
}

interface Written {
  deskId: string
  name: string
  email: string
  body: string
  mail: DemoMail
}

/** The address of the demo desk that these are written to. */
export const demoAddress = {
  name: 'bestellungen',
  tag: 'Bestellung',
  signature: {
    de: 'Café Morgenrot · Bestellungen\ntäglich außer montags, 8 bis 18 Uhr',
    en: 'Café Morgenrot · Orders\ndaily except Mondays, 8 am to 6 pm',
  },
}

/** Below answers from elsewhere. */
export const demoSignature = {
  de: 'Café Morgenrot\nFrisch geröstet im Hinterzimmer',
  en: 'Café Morgenrot\nFreshly roasted in the back room',
}

/** Stores an e-mail with its files, as the door for e-mails does. */
export async function storeMail(
  services: Services,
  { deskId, name, email, body, mail }: Written,
  at: Date,
): Promise<Pick<Start, 'attachments' | 'mail' | 'title' | 'writtenTo' | 'tags'>> {
  const { files, entitlements } = services
  const { subject, html, file } = mail
  const messageId = `<${mailKey(deskId, subject).slice(0, 20)}@example.com>`
  const invitation = mail.invitation && appointment(mail.invitation, at)
  const given = invitation
    ? { name: 'einladung.ics', type: 'text/calendar', text: calendarOf(invitation) }
    : file
  const raw = Buffer.from(rawMail({ name, email, body, html, subject, messageId, file: given }, at))
  const stored = await files.put(bytesInPieces(raw), largestLetter)
  if (!stored) throw new Error('An e-mail of the demo is too large')
  const target = { deskId, source: sourceOf('demo') }
  const room = roomOf(await limitsAt(entitlements, deskId, at))
  const uploads = given ? [{ name: given.name, bytes: bytesInPieces(Buffer.from(given.text)) }] : []
  const taken = await takeLetter(services, target, stored, uploads, room, at)
  if (!taken) throw new Error('The demo desk has no room for an e-mail')
  return {
    title: subject,
    writtenTo: demoAddress.name,
    tags: [demoAddress.tag],
    attachments: [...taken.attachments, taken.original],
    mail: {
      key: mailKey(deskId, messageId),
      digest: stored.hash,
      from: email,
      name,
      subject,
      messageId,
      proven: true,
      original: taken.original.id,
      ...(html && { html: 'here' }),
      ...(invitation && { invitation }),
    },
  }
}

function appointment(
  { inDays, hour, hours, ...rest }: NonNullable<DemoMail['invitation']>,
  now: Date,
): Invitation {
  const begins = new Date(now.getTime() + inDays * 24 * 3_600_000)
  begins.setUTCHours(hour, 0, 0, 0)
  const ends = new Date(begins.getTime() + hours * 3_600_000)
  return { ...rest, begins: begins.toISOString(), ends: ends.toISOString() }
}

function calendarOf({ what, place = '', by = '', begins, ends = begins }: Invitation): string {
  const time = (at: string) => at.replace(/[-:]|\.\d+/g, '')
  return [
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//example//EN',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
    ],
    ...['UID:demo@example.com', `DTSTAMP:${time(begins)}`, `DTSTART:${time(begins)}`],
    ...[`DTEND:${time(ends)}`, `SUMMARY:${what}`, `LOCATION:${place}`],
    ...[`ORGANIZER;CN=${by}:mailto:team@example.com`, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')
}

function rawMail(
  {
    name,
    email,
    body,
    html,
    subject,
    messageId,
    file,
  }: Omit<Written, 'deskId' | 'mail'> &
    Pick<DemoMail, 'subject' | 'html' | 'file'> & { messageId: string },
  at: Date,
): string {
  const encoded = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')
  const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
  const part = (type: string, text: string, more = '') =>
    `--demo\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n${more}\r\n${encoded(text)}\r\n`
  const [type, words] = html ? ['html', html] : ['plain', body]
  return [
    `From: ${word(name)} <${email}>\r\nTo: ${demoAddress.name}@in.localhost\r\n`,
    `Subject: ${word(subject)}\r\nDate: ${at.toUTCString()}\r\nMessage-ID: ${messageId}\r\n`,
    'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="demo"\r\n\r\n',
    part(`text/${type}; charset=utf-8`, words),
    file
      ? part(file.type, file.text, `Content-Disposition: attachment; filename="${file.name}"\r\n`)
      : '',
    '--demo--\r\n',
  ].join('')
}
