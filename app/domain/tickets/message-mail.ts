import type { Refused } from '../files/attachment-intake'
import type { Invitation } from './invitations'

/**
 * Why a member's answer by e-mail became a note. unproven: it is not from their own address, or nothing
 * proves it · automatic: a program may have written it · empty: it has no words of its own · quoted: it has
 * our notification in it · long: more than a message has · files: some were not taken · overtaken: another
 * member has answered meanwhile · closed: the ticket takes no answers.
 */
export type Unsent =
  | 'unproven'
  | 'automatic'
  | 'empty'
  | 'quoted'
  | 'long'
  | 'files'
  | 'overtaken'
  | 'closed'

/** Fields of a message that came by e-mail, beside its text. */
export interface MessageMail {
  /**
   * Hash of the desk and the Message-ID, or of the bytes without one; with the digest where another e-mail
   * has that Message-ID. Unique in the store.
   */
  key: string
  /** Of its contents; absent in what could not be read or came before this was kept. */
  digest?: string
  /** The sender's address, as the e-mail says; empty without one. */
  from: string
  /** Its writer's, as the e-mail says. */
  name?: string
  /** Whom to answer, where the e-mail names another address for it; nothing proves it. */
  replyTo?: string
  subject?: string
  /** `<…@…>`, so that answers are in its thread; ASCII. Source: RFC 5322 §3.6.4. */
  messageId?: string
  /** Its sender was in copy of an earlier one, and is not the visitor. */
  byCopy?: true
  /** A member's answer to a notification, or somebody's in their name. */
  byMember?: true
  /** A member sent it on: nothing proves whose it was. What they wrote above it is the desk's. */
  forwarded?: { above?: string }
  /** Only of a note. */
  unsent?: Unsent
  /** The number of the conversation that it answers, though its sender may not write there. */
  answers?: number
  /** Its sender's domain vouches for it (DMARC). */
  proven: boolean
  /** Quotes and signature, which a page folds. */
  quoted?: string
  /** Whether the original has HTML that a page can show, and pictures of other servers in it. */
  html?: 'here' | 'elsewhere'
  /** The id of the attachment that is the e-mail as it came. */
  original?: string
  /** The appointment in its calendar file. */
  invitation?: Invitation
  /** Names of its files that are only in the original. */
  left?: string[]
  /** Why, in the same order; `beyond`: more than are read. Absent in what came before reasons were kept. */
  leftWhy?: (Refused | 'beyond')[]
  /** The text is the beginning; a file has all of it. */
  cut?: true
  /** automatic: sent by a program · loop: one of many within minutes. Neither is announced. */
  quiet?: 'automatic' | 'loop'
  /**
   * unreadable: it could not be read · large: it is too large and still in its mailbox · broken: its server
   * did not hand it over, and still has it · encrypted, signed: only the original has its words.
   */
  problem?: 'unreadable' | 'large' | 'broken' | 'encrypted' | 'signed'
}
