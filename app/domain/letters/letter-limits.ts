import { type Desk, isNew } from '../desks/desks'
import { type Bucket, ownBuckets, sharedBuckets } from '../limits/rate-limits'
import type { MemberMailKind, TicketMailKind } from '../outbox/mails'
import { emailKey } from '../text/email'
import type { Message } from '../tickets/messages'
import type { Ticket } from '../tickets/tickets'

type VisitorMailKind = Exclude<TicketMailKind, MemberMailKind>

/**
 * answer: a member's words to somebody who wrote · first: to somebody who has not written · copy: to
 * somebody whom the visitor named · notice: nobody has written it.
 */
export type LetterSort = 'answer' | 'first' | 'copy' | 'notice'

/** `first` is the conversation's first message. */
export function sortOf(
  kind: VisitorMailKind,
  first: Pick<Message, 'author'> | undefined,
): LetterSort {
  if (kind === 'visitor-copy') return 'copy'
  if (kind !== 'visitor-answer') return 'notice'
  return first?.author === 'owner' ? 'first' : 'answer'
}

interface Addressed {
  kind: VisitorMailKind
  sort: LetterSort
  desk: Pick<Desk, 'id' | 'createdAt'>
  to: string
  /** As `isProven` has it; makes no difference to a notice. */
  proven: boolean
}

/**
 * What a letter takes from the limits, as docs/limits.md has it in a table. Anybody may type any address,
 * and may have a desk of their own to write from; who reads our letters is no stranger any more.
 */
export function letterBuckets({ kind, sort, desk, to, proven }: Addressed, now: Date): Bucket[] {
  const mailbox = emailKey(to)
  if (sort === 'notice') {
    return [
      ...ownBuckets('notice', { account: `${kind} ${desk.id}` }),
      ...ownBuckets('repeat', { account: `${kind} ${mailbox}` }),
    ]
  }
  if (proven) return []
  const ofNewDesks = (name: 'answers' | 'first') => (isNew(desk, now) ? sharedBuckets(name) : [])
  switch (sort) {
    case 'answer':
      return [
        ...ownBuckets('answer', { account: mailbox }),
        ...ownBuckets('answers', { account: desk.id }),
        ...ofNewDesks('answers'),
      ]
    case 'first':
      return [
        ...ownBuckets('repeat', { account: `first ${mailbox}` }),
        ...ownBuckets('first', { account: desk.id }),
        ...ofNewDesks('first'),
      ]
    case 'copy':
      return [
        ...ownBuckets('answer', { account: `copy ${mailbox}` }),
        ...ownBuckets('copy', { account: desk.id }),
      ]
  }
}

/**
 * Whether who gets a letter has shown that the address is theirs: by an e-mail from it with a DMARC pass,
 * by a reply to one of our letters, or by the link where none but our letters had it. The page of a chat
 * proves nothing, as the address was typed there.
 */
export function isProven(
  { visitorSeenSeq, visitorEmail }: Pick<Ticket, 'visitorSeenSeq' | 'visitorEmail'>,
  to: string,
  first: Message | undefined,
  recent: readonly Message[],
): boolean {
  const inCopy = emailKey(to) !== emailKey(visitorEmail)
  const isLinkOurs = first !== undefined && (first.author === 'owner' || first.mail !== undefined)
  if (!inCopy && isLinkOurs && visitorSeenSeq > 0) return true
  return recent.some(({ author, mail, seq, mergedFrom }) => {
    if (author !== 'visitor' || !mail || mail.quiet) return false
    if (emailKey(mail.from) !== emailKey(to) || (mail.byCopy ?? false) !== inCopy) return false
    // Later than the first it had the token of a letter, or a DMARC pass.
    return mail.proven || (!inCopy && seq > 1 && mergedFrom === undefined)
  })
}
