import { hash } from 'node:crypto'
import { readRegularFile } from '../adapters/disk/regular-files.server'
import { isSpamHeader } from '../domain/mail-in/spam-headers'
import { readEmail } from '../domain/text/email'
import { nameLine } from '../domain/text/single-line'
import { loopbackNames, parseUrl } from '../domain/text/urls'

export interface MailInConfig {
  /** The part of the desks' addresses behind the @; undefined where a mailbox is the only way in. */
  domain?: string
  /** Where e-mails come in by SMTP. */
  smtp?: { host: string; port: number; tls?: { cert: string; key: string } }
  /** Where they are fetched by IMAP. */
  imap?: ImapConfig
  /** Of the mailbox's own filter, in lower case: they hold what they call spam. */
  spamHeaders: string[]
  /** Signs e-mails that are posted to /mail; undefined where none may be. */
  postSecret?: string
}

export interface ImapConfig {
  /** The hash of user, server and folder, by which the store knows the mailbox. */
  id: string
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS, which is demanded except on this machine. */
  secure: boolean
  startTls: boolean
  user: string
  password: string
  /** Levels, which the server's own character separates. */
  folder: string[]
  /** Where e-mails are moved to once they are committed; otherwise they stay. */
  moveTo?: string[]
}

interface Values {
  MAIL_IN?: string[]
  MAIL_IN_DOMAIN?: string
  MAIL_IN_MOVE_TO?: string
  MAIL_IN_SECRET?: string
  MAIL_IN_SPAM?: string[]
  MAIL_IN_TLS_CERT?: string
  MAIL_IN_TLS_KEY?: string
}

const shortestSecret = 32

/** Undefined where no e-mails come in. Adds what is wrong to `problems`. */
export function readMailIn(values: Values, problems: string[]): MailInConfig | undefined {
  const { MAIL_IN: doors = [], MAIL_IN_DOMAIN: domain, MAIL_IN_SECRET: secret } = values
  if (doors.length === 0) {
    for (const name of ['DOMAIN', 'MOVE_TO', 'SECRET', 'SPAM', 'TLS_CERT', 'TLS_KEY'] as const) {
      if (values[`MAIL_IN_${name}`]) problems.push(`MAIL_IN_${name}: does nothing without MAIL_IN`)
    }
    return undefined
  }
  const smtp = doors.find((door) => door.startsWith('smtp:'))
  const imap = doors.find((door) => /^imaps?:/.test(door))
  const hasAddresses = doors.some((door) => !/^imaps?:/.test(door))
  if (domain === undefined ? hasAddresses : !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) {
    problems.push(
      'MAIL_IN_DOMAIN: MAIL_IN needs the domain of the desks’ addresses, in lower case, e.g. in.example.com',
    )
  }
  for (const door of doors) {
    if (door !== smtp && door !== imap && door !== 'post')
      problems.push(
        'MAIL_IN: takes smtp://HOST:PORT once, imaps://USER:PASSWORD@HOST/FOLDER once, and post, with commas between',
      )
  }
  if (!imap && values.MAIL_IN_MOVE_TO) {
    problems.push('MAIL_IN_MOVE_TO: does nothing without imaps://… in MAIL_IN')
  }
  const spamHeaders = (values.MAIL_IN_SPAM ?? []).map((name) => name.toLowerCase())
  if (!spamHeaders.every(isSpamHeader)) {
    problems.push(
      'MAIL_IN_SPAM: takes X-Spam, X-Spam-Flag, X-Spam-Status, X-MS-Exchange-Organization-SCL and Authentication-Results=HOST, with commas between',
    )
  }
  const post = doors.includes('post')
  if (post && (secret?.length ?? 0) < shortestSecret) {
    problems.push(
      `MAIL_IN_SECRET: at least ${shortestSecret} random characters, e.g. from openssl rand -base64 32, as MAIL_IN names post`,
    )
  }
  return {
    domain,
    smtp: smtp ? { ...readDoor(smtp, problems), tls: readTls(values, problems) } : undefined,
    imap: imap ? readMailbox(imap, values.MAIL_IN_MOVE_TO, problems) : undefined,
    spamHeaders,
    postSecret: post ? secret : undefined,
  }
}

function readDoor(door: string, problems: string[]): { host: string; port: number } {
  const { protocol, hostname, port, pathname } = parseUrl(door) ?? {}
  // URL of another than the usual schemes keeps the brackets of IPv6.
  const host = hostname?.replace(/^\[(.*)\]$/, '$1')
  if (protocol !== 'smtp:' || !host || !port || (pathname && pathname !== '/'))
    problems.push('MAIL_IN: must look like smtp://0.0.0.0:2525')
  return { host: host ?? '', port: Number(port) }
}

function readMailbox(
  door: string,
  moveTo: string | undefined,
  problems: string[],
): ImapConfig | undefined {
  const { protocol, hostname, port, username, password, pathname = '' } = parseUrl(door) ?? {}
  const levels = pathname.split('/').filter(Boolean)
  const [user, secret, ...folder] = [username ?? '', password ?? '', ...levels].map(decoded)
  if (!hostname || !user || !secret || folder.includes(undefined)) {
    problems.push(
      'MAIL_IN: a mailbox must look like imaps://USER:PASSWORD@imap.example.com/INBOX; in user, password and folder, write %40 for @, %3A for a colon, %2F for a slash, %2C for a comma and %25 for a percent sign',
    )
    return undefined
  }
  const secure = protocol === 'imaps:'
  const from = folder.length > 0 ? (folder as string[]) : ['INBOX']
  const to = moveTo?.split('/').filter(Boolean)
  if (to?.join('/') === from.join('/')) {
    problems.push('MAIL_IN_MOVE_TO: must be another folder than the one in MAIL_IN')
  }
  return {
    id: hash('sha256', [user, hostname, ...from].join('\n'), 'base64url'),
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (secure ? 993 : 143)),
    secure,
    startTls: !secure && !loopbackNames.includes(hostname),
    user,
    password: secret,
    folder: from,
    moveTo: to,
  }
}

/** Undefined where a percent sign stands for nothing. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function readTls(
  { MAIL_IN_TLS_CERT: cert, MAIL_IN_TLS_KEY: key }: Values,
  problems: string[],
): { cert: string; key: string } | undefined {
  if (!cert && !key) return undefined
  const read = (name: string, file: string | undefined) => {
    try {
      if (file) return readRegularFile(file).toString()
      problems.push(`${name} is missing: a certificate and its key belong together`)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      problems.push(`${name}: cannot be read (${code ?? message})`)
    }
    return ''
  }
  return { cert: read('MAIL_IN_TLS_CERT', cert), key: read('MAIL_IN_TLS_KEY', key) }
}

/** `Name <address>`, or an address alone. */
export function readSender(text: string, problems: string[]): { name: string; address: string } {
  const [, name = '', named] = text.match(/^([^<>]*)<([^<>]+)>$/) ?? []
  const typed = (named ?? text).trim()
  const read = /^[!-~]+@localhost$/.test(typed) ? { address: typed } : readEmail(typed)
  if (!('address' in read)) {
    problems.push('MAIL_FROM: must look like Café Morgenrot <counter@example.com>')
  }
  const address = 'address' in read ? read.address : typed
  return { name: nameLine(name.replaceAll('"', '')), address }
}
