import type { FileStore } from '../files/files'
import type { PictureEncoder } from '../files/pictures'
import type { RateLimitStore } from '../limits/rate-limits'
import type { LiveBus } from '../live/live'
import type { Stores } from '../stores'
import type { LetterReader } from './letters'

type StoreName =
  | ('accounts' | 'attachments' | 'desks' | 'entitlements' | 'mailAliases' | 'mails' | 'members')
  | ('mentions' | 'orders' | 'roundRobin' | 'siteClaim' | 'tickets' | 'visitorBlocks')

export interface MailInPorts extends Pick<Stores, StoreName> {
  files: FileStore
  letterReader: LetterReader
  live: LiveBus
  pictures: PictureEncoder
  rateLimits: RateLimitStore
}

/** Which of our letters an e-mail names. */
export interface SentLetter {
  ticketId: string
  /** See `partOf`. */
  part: string
}

/** What a member's reply to a notice becomes, and the last message that the notice shows. */
export interface NoticeReply {
  as: 'answer' | 'note'
  ticketId: string
  seq: number
}

/** Knows again what the site has made: all that it reads is undefined where none of its secrets made it. */
export interface MailTokens {
  readMessageId(id: string): SentLetter | undefined
  /** Of the local part of an address, in lower case. all: everybody in copy has it. */
  readReply(local: string): { kind: 'ticket' | 'all'; ticketId: string } | undefined
  /** Undefined for another shape. `isOf` says whether a secret made it for this reader. */
  readNotice(local: string): (NoticeReply & { isOf(reader: string): boolean }) | undefined
  readReturn(local: string): SentLetter | undefined
  /** The hash by which an e-mail is known at a desk, and replies to it find its conversation. */
  mailKey(deskId: string, id: string): string
  /** Of the link of a conversation that begins with this key. */
  secretHash(deskId: string, startKey: string): string
}

export interface MailInSettings {
  /** Of the desks' addresses; undefined where a mailbox is the only way in. */
  domain?: string
  /** The site's own addresses; the first is what its letters come from. */
  addresses: readonly string[]
  /** Of the site's pages, with its port. */
  host: string
  /** Filters that are believed about spam, in lower case. */
  spamHeaders: readonly string[]
}

/** What e-mails are taken in with. */
export interface MailIn {
  ports: MailInPorts
  tokens: MailTokens
  settings: MailInSettings
  now: () => Date
}
