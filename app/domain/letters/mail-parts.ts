import { isToMember, type TicketMailKind, ticketMailKinds } from '../outbox/mails'
import type { MailContent } from './mail-content'

/** A letter for each kind, by which `mailKeyOf` finds it again. */
const prefixes: Record<TicketMailKind, string> = {
  'visitor-answer': '',
  'visitor-reminder': 'r',
  'visitor-rating': 'q',
  'visitor-receipt': 'e',
  'visitor-copy': 'c',
  'visitor-link': 'l',
  'visitor-released': 's',
  'owner-news': 'n',
  mention: 'm',
  'reply-unread': 'u',
}

/**
 * Distinguishes a ticket's e-mails, in letters, digits and hyphens. Derived from the e-mail's key (kind,
 * ticket and subject), which stays the same when it is sent again.
 */
export function partOf(kind: MailContent['kind'], key: string): string {
  const [, , ...about] = key.split(' ')
  const prefix = kind in prefixes ? prefixes[kind as TicketMailKind] : ''
  return prefix + about.join('-')
}

/** The key of the e-mail to a visitor that has this part; undefined if none has. */
export function mailKeyOf(ticketId: string, part: string): string | undefined {
  const [, prefix, about] = /^([a-z]?)(\d+(?:-\d+)?)$/.exec(part) ?? []
  const kind = Object.entries(prefixes).find(([, known]) => known === prefix)?.[0]
  return kind?.startsWith('visitor-')
    ? `${kind} ${ticketId} ${about?.replace('-', ' ')}`
    : undefined
}

/** Whether it is of a copy, which goes to somebody who may not write as the visitor. */
export function isCopyPart(part: string): boolean {
  return part.startsWith('c')
}

/** Whether it is of an e-mail to a member, which nobody but them knows. */
export function isMemberPart(part: string): boolean {
  return ticketMailKinds.some((kind) => isToMember(kind) && part.startsWith(prefixes[kind]))
}
