import { readFileSync } from 'node:fs'
import { readEmail } from '../domain/text/email'
import { nameLine } from '../domain/text/single-line'
import { parseUrl } from '../domain/text/urls'

export interface MailInConfig {
  /** The part of the desks' addresses behind the @. */
  domain: string
  /** Where e-mails come in by SMTP. */
  smtp?: { host: string; port: number; tls?: { cert: string; key: string } }
  /** Signs e-mails that are posted to /mail; undefined where none may be. */
  postSecret?: string
}

interface Values {
  MAIL_IN?: string[]
  MAIL_IN_DOMAIN?: string
  MAIL_IN_SECRET?: string
  MAIL_IN_TLS_CERT?: string
  MAIL_IN_TLS_KEY?: string
}

const shortestSecret = 32

/** Undefined where no e-mails come in. Adds what is wrong to `problems`. */
export function readMailIn(values: Values, problems: string[]): MailInConfig | undefined {
  const { MAIL_IN: doors = [], MAIL_IN_DOMAIN: domain = '', MAIL_IN_SECRET: secret } = values
  if (doors.length === 0) {
    for (const name of ['DOMAIN', 'SECRET', 'TLS_CERT', 'TLS_KEY'] as const) {
      if (values[`MAIL_IN_${name}`]) problems.push(`MAIL_IN_${name}: does nothing without MAIL_IN`)
    }
    return undefined
  }
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) {
    problems.push(
      'MAIL_IN_DOMAIN: MAIL_IN needs the domain of the desks’ addresses, in lower case, e.g. in.example.com',
    )
  }
  const smtp = doors.find((door) => door.startsWith('smtp:'))
  for (const door of doors) {
    if (door !== smtp && door !== 'post')
      problems.push('MAIL_IN: takes smtp://HOST:PORT once, and post, with a comma between')
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

function readTls(
  { MAIL_IN_TLS_CERT: cert, MAIL_IN_TLS_KEY: key }: Values,
  problems: string[],
): { cert: string; key: string } | undefined {
  if (!cert && !key) return undefined
  const read = (name: string, file: string | undefined) => {
    try {
      if (file) return readFileSync(file, 'utf8')
      problems.push(`${name} is missing: a certificate and its key belong together`)
    } catch (error) {
      problems.push(`${name}: cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
    return ''
  }
  return { cert: read('MAIL_IN_TLS_CERT', cert), key: read('MAIL_IN_TLS_KEY', key) }
}

/** `Name <address>`, or an address alone. */
export function readSender(text: string, problems: string[]): { name: string; address: string } {
  const [, name = '', named] = text.match(/^([^<>]*)<([^<>]+)>$/) ?? []
  const address = (named ?? text).trim()
  if (!/^[!-~]+@localhost$/.test(address) && !('address' in readEmail(address))) {
    problems.push('MAIL_FROM: must look like Café Morgenrot <counter@example.com>')
  }
  return { name: nameLine(name.replaceAll('"', '')), address }
}
