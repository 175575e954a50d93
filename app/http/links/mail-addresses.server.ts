import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '~/config'
import type { MailTokens, NoticeReply, SentLetter } from '~/domain/mail-in/ports'
import { domainOf } from '~/domain/text/email'
import { deriveKeys, newestKey } from '../cookies/secrets.server'

const replies = { ticket: 'reply address', all: 'reply-all address' } as const
const notices = 'notice address'
const returns = 'return path'

/** Base-32 characters of a MAC, 50 bits: a local part is limited to 64 characters (RFC 5321 §4.5.3.1.1). */
const macLength = 10

/** Where guests begin a conversation by e-mail: by a desk's key or alias. Some programs change capitals, so there are none. */
export function deskAddress(name: string, domain: string): string {
  return `${name}@${domain}`
}

/**
 * What letters to a guest come from: the address that they wrote to, if it is still the desk's and mail
 * servers know its domain and the site's for one sender's; otherwise the site's. Source: RFC 7489 §3.1.
 */
export function answerAddress(
  alias: { name: string } | undefined,
  { mail, mailIn }: Pick<Config, 'mail' | 'mailIn'>,
): string {
  const { address } = mail.from
  const [domain, own] = [mailIn?.domain, domainOf(address)]
  if (!alias || !domain) return address
  const isAligned = domain === own || domain.endsWith(`.${own}`) || own.endsWith(`.${domain}`)
  return isAligned ? deskAddress(alias.name, domain) : address
}

/**
 * The address `<desk>+<token>` of one ticket. Like the link, it lets anyone who knows it write there; the
 * one for `all` only names the ticket.
 */
export function replyAddress(
  secrets: readonly string[],
  domain: string,
  {
    kind,
    publicKey,
    ticketId,
  }: { kind: keyof typeof replies; publicKey: string; ticketId: string },
): string {
  const name = `${publicKey}+${ticketId}`
  return `${name}${mac(newestKey(secrets, replies[kind]), name)}@${domain}`
}

/** Undefined if none of the secrets made this local part. */
export function readReplyAddress(
  secrets: readonly string[],
  local: string,
): ReturnType<MailTokens['readReply']> {
  const [, name = '', ticketId, given = ''] =
    /^([^+]*\+([0-9a-z]{26}))([0-9a-z]+)$/.exec(local) ?? []
  const kind = (['ticket', 'all'] as const).find((each) =>
    isOurs(secrets, replies[each], name, given),
  )
  return kind && ticketId ? { kind, ticketId } : undefined
}

const kinds = { answer: 'a', note: 'n' } as const

/** Where one member's reply to a notice goes. Their `reader` is signed but not named. */
export function noticeAddress(
  secrets: readonly string[],
  domain: string,
  { as, ticketId, seq }: NoticeReply,
  reader: string,
): string {
  const name = `${kinds[as]}-${ticketId}-${seq}`
  return `${name}-${mac(newestKey(secrets, notices), `${name} ${reader}`)}@${domain}`
}

/** Undefined for a local part of another shape. `isOf` says whether one of the secrets made it for a reader. */
export function readNoticeAddress(
  secrets: readonly string[],
  local: string,
): ReturnType<MailTokens['readNotice']> {
  const [, name = '', kind, ticketId, seq, given = ''] =
    /^(([an])-([0-9a-z]{26})-(\d{1,9}))-([0-9a-z]+)$/.exec(local) ?? []
  if (!ticketId) return undefined
  const isOf = (reader: string) => isOurs(secrets, notices, `${name} ${reader}`, given)
  return { as: kind === kinds.note ? 'note' : 'answer', ticketId, seq: Number(seq), isOf }
}

/** The return path of one e-mail, by which a bounce proves what it is about (VERP). */
export function returnAddress(
  secrets: readonly string[],
  domain: string,
  { ticketId, part }: SentLetter,
): string {
  const name = `b-${ticketId}-${part}`
  return `${name}-${mac(newestKey(secrets, returns), name)}@${domain}`
}

/** Undefined if none of the secrets made this local part. */
export function readReturnAddress(
  secrets: readonly string[],
  local: string,
): SentLetter | undefined {
  const [, name = '', ticketId = '', part = '', given = ''] =
    /^(b-([0-9a-z]{26})-([0-9a-z-]+))-([0-9a-z]+)$/.exec(local) ?? []
  return isOurs(secrets, returns, name, given) ? { ticketId, part } : undefined
}

function isOurs(secrets: readonly string[], purpose: string, name: string, given: string): boolean {
  if (given.length !== macLength) return false
  return deriveKeys(secrets, purpose).some((key) =>
    timingSafeEqual(Buffer.from(mac(key, name)), Buffer.from(given)),
  )
}

function mac(key: Parameters<typeof createHmac>[1], name: string): string {
  const bits = createHmac('sha256', key).update(name).digest('hex').slice(0, 16)
  return BigInt(`0x${bits}`).toString(32).padStart(13, '0').slice(-macLength)
}
