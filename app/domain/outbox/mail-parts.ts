import {
  isToMember,
  type JoinedMailKind,
  type RecordMailKind,
  type TicketMailKind,
  ticketMailKinds,
} from './mails'

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
  given: 'g',
  'reply-unread': 'u',
}

/** Of a notice about several tickets: a reply to it is about none of them. */
const several = 'd'

/**
 * Distinguishes a ticket's e-mails, in letters, digits and hyphens. Derived from the e-mail's key (kind,
 * ticket and subject), which stays the same when it is sent again.
 */
export function partOf(
  { kind, news = [] }: { kind: JoinedMailKind | RecordMailKind; news?: readonly unknown[] },
  key: string,
): string {
  const [, , ...about] = key.split(' ')
  const prefix = kind in prefixes ? prefixes[kind as TicketMailKind] : ''
  return (news.length > 1 ? several : prefix) + about.join('-')
}

/**
 * What a reply to a notice about one ticket becomes, and the `reader` whom the notice went to. Undefined
 * for all other letters. `waitingSince` is the ticket's, in milliseconds, when it was planned.
 */
export function noticeOf(
  part: string,
  deskId: string,
): { as: 'answer' | 'note'; reader: string; waitingSince?: number } | undefined {
  const [, mentioned] = /^m([0-9a-z-]+)$/.exec(part) ?? []
  if (mentioned) return { as: 'note', reader: mentioned }
  const [news, since, reader = deskId] =
    /^(?:n\d+|g\d+)-(\d+|undefined)(?:-([0-9a-z-]+))?$/.exec(part) ?? []
  return news === undefined ? undefined : { as: 'answer', reader, waitingSince: Number(since) }
}

/** The key of the e-mail to a visitor that has this part; undefined if none has. */
export function mailKeyOf(ticketId: string, part: string): string | undefined {
  const [, prefix, about] = /^([a-z]?)(\d+(?:-\d+)?)$/.exec(part) ?? []
  const kind = Object.entries(prefixes).find(([, known]) => known === prefix)?.[0]
  return kind?.startsWith('visitor-')
    ? `${kind} ${ticketId} ${about?.replace('-', ' ')}`
    : undefined
}

/** Whether it is of an e-mail of this kind, which has a letter. */
export function isPartOf(kind: Exclude<TicketMailKind, 'visitor-answer'>, part: string): boolean {
  return part.startsWith(prefixes[kind])
}

/** Whether it is of a copy, which goes to somebody who may not write as the visitor. */
export function isCopyPart(part: string): boolean {
  return isPartOf('visitor-copy', part)
}

/** Whether it is of an e-mail to a member, which nobody but them knows. */
export function isMemberPart(part: string): boolean {
  const ofMembers = ticketMailKinds.filter(isToMember).map((kind) => prefixes[kind])
  return [...ofMembers, several].some((prefix) => part.startsWith(prefix))
}
