import type { Bytes } from '../files/files'
import type { Invitation } from '../tickets/invitations'

/** How an e-mail came, as far as the door knows. */
export interface Envelope {
  /** The return path; empty for notices of delivery. */
  from: string
  /** Whom it is for, an address each. */
  to: string[]
  /** It lay in the site's own mailbox, also where `to` has no address of a desk. */
  mailbox?: true
  /** Only its headers came: larger than `largestLetter`, or the server did not hand over the rest. */
  headersOnly?: 'large' | 'broken'
  /** It was there before its mailbox was connected, which it came to at this time. */
  arrivedAt?: Date
  /** Of the server that handed it over. */
  ip?: string
  helo?: string
}

export interface LetterFile {
  name: string
  bytes: Uint8Array
}

/** A raw e-mail, as read. Texts may be anything: nothing of them is checked. */
export interface ReadLetter {
  /** `<…@…>`; undefined without one. */
  messageId?: string
  /** Of its contents, without what servers add on the way. */
  digest: string
  /** Message-IDs in References and In-Reply-To, the newest last, at most `mostReferences`. */
  references: string[]
  from: { name: string; address: string }
  /** Whom to answer, where the e-mail says somebody else than `from`. Nothing proves it. */
  replyTo?: { name: string; address: string }
  /** Addresses in To and Cc, at most `mostAddresses`, without those that it was delivered to. */
  copies: string[]
  subject: string
  /** Of Content-Language, in lower case. */
  language: string
  /**
   * Whose words it has. person: somebody's own · many: the same to many, such as a newsletter · program:
   * an automatic reply, a notice, a bounce.
   */
  author: 'person' | 'many' | 'program'
  /** Whether an automatic e-mail may answer it. What a server or list adds to a person's may forbid it. */
  answerable: boolean
  /** The domain of `from` vouches for it (DMARC). */
  proven: boolean
  /** Of the Date header; any text. */
  date?: string
  /** The words that are its own, and those that a page folds. */
  body: string
  quoted: string
  /** Whether it has HTML, and pictures of other servers in it. */
  html?: 'here' | 'elsewhere'
  invitation?: Invitation
  /** Headers of filters that say that it is spam, as `spamHeadersIn` names them. */
  spamBy: string[]
  files: LetterFile[]
  /** Names of files that were not read. */
  left: string[]
  /** The one e-mail that it sends on, in its words or as a file. */
  forwarded?: ForwardedLetter
  /** Only the original has its words: it is encrypted, or signed so that they are inside the signature. */
  sealed?: 'encrypted' | 'signed'
  /** The status of a notice that it was not delivered, as `5.1.1` or `550`. Source: RFC 3464 §2.3.4. */
  bounced?: string
}

/** As far as it can be read. `above` is what its sender wrote to it; `files` are its own, if it was a file. */
export type ForwardedLetter = Pick<ReadLetter, 'from' | 'subject' | 'body' | 'quoted'> & {
  messageId?: string
  above: string
  files?: LetterFile[]
}

/** Reads raw e-mails apart from the event loop. */
export interface LetterReader {
  /**
   * Takes `raw` over: its bytes are gone for the caller. Undefined for what cannot be read; rejects where
   * it may be read later. Calls `took` with the seconds of reading, without those of waiting for others.
   * The more e-mails of one `subnet` wait, the later they are read.
   */
  read(
    raw: ArrayBuffer,
    envelope: Envelope,
    took?: (seconds: number) => void,
    subnet?: string,
  ): Promise<ReadLetter | undefined>
  /**
   * The HTML of an e-mail without what could run, be filled in or be fetched; with `elsewhere` the pictures of
   * other servers are in it. Undefined without any, and for what cannot be read; `busy` where too many wait.
   * Calls `read` once it is its turn.
   */
  show(read: () => Promise<Bytes>, elsewhere: boolean): Promise<string | 'busy' | undefined>
  close(): Promise<void>
}

/** In bytes, as sent. */
export const largestLetter = 25_000_000

/** Seconds for one e-mail: 25 MB take about one, DNS up to ten. */
export const longestReading = 30

export const mostReferences = 50

/** Addresses of To and Cc that are looked at. */
export const mostAddresses = 100

/** Files that are taken out of an e-mail; the rest is only in the original. */
export const mostLetterFiles = 20

/** In our links to a conversation and its files, perhaps as a part of another link. */
const linkKey =
  /((?:chat|files)(?:\?|%3F)(?:id(?:=|%3D)[\w-]{1,80}(?:&(?:amp;)?|%26))?t(?:=|%3D))[\w-]{43}(?![\w-])/gi

/** Without the keys of conversations, which quotes of our letters bring along: they are their guests' alone. */
export function withoutLinkKeys(words: string): string {
  return words.replace(linkKey, '$1…')
}

/** Characters of quotes that are kept with a message. */
export const longestQuote = 20_000

export type Headers = readonly { key: string; value: string }[]

/** In which servers note whom they delivered or forwarded an e-mail to; one may hold several addresses. */
export const deliveryHeaders = [
  ...['delivered-to', 'x-original-to', 'x-delivered-to', 'x-forwarded-to'],
  ...['envelope-to', 'x-envelope-to'],
]

/** Mailboxes that an e-mail passed, in lower case. */
export function passedMailboxes(headers: Headers): string[] {
  return headers
    .filter(({ key }) => deliveryHeaders.includes(key))
    .flatMap(({ value }) => addressesIn(value))
}

/** Of the value of a header, in lower case. */
export function addressesIn(value: string): string[] {
  const words = value.toLowerCase().split(/[\s<>,;:"()]/)
  return words.filter((word) => word.includes('@'))
}

/** Before it nobody sent e-mails; clocks that were never set say such times. */
const firstDay = new Date('1990-01-01')

/** When an old e-mail was written: as it says, if it can have been then; else when it arrived. */
export function writtenAt(date: string | undefined, arrivedAt: Date, now: Date): Date {
  const said = new Date(date ?? '')
  const latest = arrivedAt < now ? arrivedAt : now
  return said >= firstDay && said <= latest ? said : latest
}

/** Without duplicates, the newest last. */
export function referencesIn(headers: Headers): string[] {
  const texts = ['references', 'in-reply-to'].flatMap((name) =>
    headers.filter(({ key }) => key === name).map(({ value }) => value),
  )
  const ids = texts.flatMap((text) => text.slice(-20_000).match(/<[^<>\s]{1,250}>/g) ?? [])
  return [...new Set(ids)].slice(-mostReferences)
}
