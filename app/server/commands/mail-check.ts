import { X509Certificate } from 'node:crypto'
import { promises as dns } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { Config } from '~/config'

/** The look-ups of the check; they reject with a `code` of DNS. */
type Records = Pick<dns.Resolver, 'resolveMx' | 'resolveTxt' | 'resolve4' | 'resolve6'>

interface Finding {
  /** good · missing: e-mails get lost or look forged · note: worth knowing. */
  kind: 'good' | 'missing' | 'note'
  sentence: string
  /** The DNS record to set, as in a zone file. */
  record?: string
}

type Checked = Pick<Config, 'publicOrigin' | 'mail' | 'mailIn'>

const marks = { good: '  good     ', missing: '  missing  ', note: '  note     ' }

/**
 * `mail check [SELECTOR]`: prints what is set up for e-mails and what is missing, with the DNS records to
 * set. Resolves with the exit code: 1 where something is missing.
 */
export async function runMailCheck(
  config: Checked,
  [selector]: string[],
  print: (text: string) => void,
  records: Records = new dns.Resolver({ timeout: 5_000, tries: 2 }),
  now = new Date(),
): Promise<number> {
  const findings = await checkMail(config, records, selector, now)
  for (const { kind, sentence, record } of findings) {
    print(`${marks[kind]}${sentence}\n${record ? `             ${record}\n` : ''}`)
  }
  const count = findings.filter(({ kind }) => kind === 'missing').length
  print(count === 0 ? '\nNothing is missing.\n' : `\nMissing: ${count}.\n`)
  return count === 0 ? 0 : 1
}

/** Lists what is missing to receive e-mails and to send authentic ones. `selector` is that of DKIM. */
async function checkMail(
  { publicOrigin, mail, mailIn }: Checked,
  records: Records,
  selector: string | undefined,
  now: Date,
): Promise<Finding[]> {
  const host = new URL(publicOrigin).hostname
  const from = mail.from.address.split('@').at(-1) ?? ''
  const findings: Finding[] = [outgoing(mail.smtpUrl)]
  const { domain, smtp, imap } = mailIn ?? {}
  if (!mailIn) findings.push(missing('MAIL_IN is not set: no e-mails come in.'))
  if (imap) {
    const folder = imap.folder.join('/')
    findings.push(good(`E-mails are fetched from ${folder} of ${imap.user} at ${imap.host}.`))
    if (!domain && mail.from.address.toLowerCase() !== imap.user.toLowerCase()) {
      findings.push(
        note(`Replies go to MAIL_FROM, ${mail.from.address}: they have to arrive in this mailbox.`),
      )
    }
  }
  if (domain && smtp) findings.push(...(await exchanges(domain)))
  if (from === 'localhost') {
    findings.push(missing('MAIL_FROM is not set: no mail server believes tresen@localhost.'))
    return findings
  }
  for (const each of new Set([domain ?? from, from])) findings.push(await senderPolicy(each))
  findings.push(await signature(), await domainPolicy())
  return findings

  /** The server's MX records, their addresses and its certificate. */
  async function exchanges(name: string): Promise<Finding[]> {
    const found = await ask(() => records.resolveMx(name))
    if (found instanceof Silence) return [silent(`the MX record of ${name}`, found)]
    const [first] = found.sort((a, b) => a.priority - b.priority)
    if (!first) {
      const sentence = `${name} has no MX record: no e-mail finds this server.`
      return [missing(sentence, `${name}. MX 10 ${host}.`)]
    }
    const leads: Finding[] = []
    for (const { exchange } of found) leads.push(await addressOf(name, exchange))
    return [...leads, ...certificate(first.exchange)]
  }

  async function addressOf(name: string, exchange: string): Promise<Finding> {
    const v4 = await ask(() => records.resolve4(exchange))
    const v6 = await ask(() => records.resolve6(exchange))
    if (v4 instanceof Silence) return silent(`the address of ${exchange}`, v4)
    const all = [...v4, ...(v6 instanceof Silence ? [] : v6)]
    if (all.length > 0) return good(`E-mails for ${name} go to ${exchange} (${all.join(', ')}).`)
    const sentence = `The MX record of ${name} names ${exchange}, which has no address.`
    return missing(sentence, `${exchange}. A <the IPv4 address of this machine>`)
  }

  function certificate(exchange: string): Finding[] {
    const tls = smtp?.tls
    if (!tls) return [note('MAIL_IN_TLS_CERT is not set: e-mails come in unencrypted.')]
    const { validTo, checkHost } = certificateOf(tls.cert)
    if (!validTo) return [missing('MAIL_IN_TLS_CERT is not a certificate (PEM).')]
    if (new Date(validTo) < now) return [missing(`MAIL_IN_TLS_CERT has ended on ${validTo}.`)]
    return checkHost(exchange)
      ? [good(`MAIL_IN_TLS_CERT is for ${exchange}, until ${validTo}.`)]
      : [note(`MAIL_IN_TLS_CERT is not for ${exchange}: strict servers do not encrypt.`)]
  }

  /** SPF. Source: RFC 7208 §3.2 and §4.5: one record, or none counts. */
  async function senderPolicy(name: string): Promise<Finding> {
    const found = await texts(name, /^v=spf1( |$)/i)
    if (found instanceof Silence) return silent(`the SPF record of ${name}`, found)
    if (found.length > 1) return missing(`${name} has ${found.length} SPF records: none counts.`)
    if (found[0]) return good(`SPF of ${name}: ${found[0]}`)
    return missing(
      `${name} has no SPF record: our e-mails are taken for forged ones. Your provider may name an include: of its own.`,
      `${name}. TXT "v=spf1 ${mechanismFor(mail.smtpUrl)} -all"`,
    )
  }

  /** DKIM. Source: RFC 6376 §3.6.2; an empty key is a revoked one. */
  async function signature(): Promise<Finding> {
    if (!selector) {
      return note(
        'DKIM was not looked at: npm run mail -- check SELECTOR, as your provider names it.',
      )
    }
    const name = `${selector}._domainkey.${from}`
    const found = await texts(name, /(^|;)\s*p=\s*[^;\s]/)
    if (found instanceof Silence) return silent(`the DKIM key ${name}`, found)
    return found.length > 0
      ? good(`DKIM: ${name} has a key.`)
      : missing(
          `There is no DKIM key at ${name}.`,
          `${name}. TXT "v=DKIM1; p=<the key that your mail server shows>"`,
        )
  }

  /** DMARC, of the domain or of one above it. Source: RFC 7489 §6.6.3. */
  async function domainPolicy(): Promise<Finding> {
    for (let name = from; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
      const found = await texts(`_dmarc.${name}`, /^v=DMARC1\s*;/)
      if (found instanceof Silence) return silent(`the DMARC record of ${name}`, found)
      if (found[0]) return good(`DMARC of ${name}: ${found[0]}`)
    }
    return missing(
      `${from} has no DMARC record: large providers put our e-mails among spam.`,
      `_dmarc.${from}. TXT "v=DMARC1; p=none"`,
    )
  }

  async function texts(name: string, pattern: RegExp): Promise<string[] | Silence> {
    const found = await ask(() => records.resolveTxt(name))
    if (found instanceof Silence) return found
    return found.map((parts) => parts.join('')).filter((text) => pattern.test(text))
  }
}

/** DNS does not respond. */
class Silence {
  constructor(readonly code: string) {}
}

/** Empty where there is no such name or record. */
async function ask<Found>(question: () => Promise<Found[]>): Promise<Found[] | Silence> {
  try {
    return await question()
  } catch (error) {
    const { code = 'unknown' } = error as { code?: string }
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : new Silence(code)
  }
}

function outgoing(smtpUrl: string | undefined): Finding {
  return smtpUrl
    ? good(`E-mails leave through ${new URL(smtpUrl).hostname}.`)
    : missing('SMTP_URL is not set: e-mails only become files.')
}

/** Addresses that other servers never see as the sender's. */
const inside = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inside.addSubnet(net, prefix)
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inside.addSubnet(net, prefix, 'ipv6')

/** Names that only this machine or its network knows. Source: RFC 6761, RFC 6762, RFC 8375. */
const isInsideName = (name: string) =>
  !name.includes('.') || /\.(localhost|local|internal|lan|home\.arpa|test|invalid)$/.test(name)

/**
 * What names the server that e-mails leave from, as others see it: unknown where SMTP_URL names a server
 * inside. Source: RFC 7208 §5.3 and §5.6.
 */
function mechanismFor(smtpUrl: string | undefined): string {
  const host = smtpUrl ? new URL(smtpUrl).hostname.replace(/^\[|\]$/g, '') : ''
  const version = isIP(host)
  if (version === 0) return isInsideName(host) ? unknownServer : `a:${host}`
  if (inside.check(host, version === 6 ? 'ipv6' : 'ipv4')) return unknownServer
  return `ip${version}:${host}`
}

const unknownServer = 'ip4:<the public address of your mail server>'

function certificateOf(pem: string): { validTo?: string; checkHost(name: string): boolean } {
  try {
    const read = new X509Certificate(pem)
    return { validTo: read.validTo, checkHost: (name) => read.checkHost(name) !== undefined }
  } catch {
    return { checkHost: () => false }
  }
}

const good = (sentence: string): Finding => ({ kind: 'good', sentence })
const note = (sentence: string): Finding => ({ kind: 'note', sentence })
const missing = (sentence: string, record?: string): Finding => ({
  kind: 'missing',
  sentence,
  ...(record && { record }),
})
const silent = (what: string, { code }: Silence) =>
  missing(`DNS did not say ${what} (${code}): try again.`)
