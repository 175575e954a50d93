import { type Change, changed, created, type Reading, removed } from '../records/records'
import { mailKind, ticketMails } from './mail-records'
import {
  leavingStates,
  type MessagePlace,
  messageMailKinds,
  movableStates,
  movedMail,
  type TicketMail,
  waitingStates,
} from './mails'

/** What a commit changes to take e-mails back; undefined where one of them has left. */
export async function mailsTakenBack(
  read: Reading,
  keys: readonly string[],
): Promise<Change[] | undefined> {
  const known = (await read.all(mailKind, keys)).flatMap((mail) => mail ?? [])
  return known.every(({ state }) => state === 'due')
    ? known.map((mail) => removed(mailKind, mail))
    : undefined
}

/** E-mails about single messages of a ticket that have not left. */
export async function messageMails(read: Reading, ticketId: string): Promise<TicketMail[]> {
  const by = { ticketId, kind: messageMailKinds }
  return ticketMails(await read.list(mailKind, 'ofTicket', by, { where: { state: movableStates } }))
}

/** What a commit changes to move those of the messages that `placeOf` finds elsewhere by their `seq`. */
export function mailsMoved(
  mails: readonly TicketMail[],
  placeOf: (seq: number) => MessagePlace | undefined,
): Change[] {
  return mails.flatMap((mail) => {
    const to = placeOf(mail.seq)
    if (!to) return []
    const moved = movedMail(mail, to)
    if (moved.key === mail.key) return [changed(mailKind, mail, moved)]
    return [removed(mailKind, mail), created(mailKind, moved)]
  })
}

/** In any state, about a ticket's answers to its visitor. */
export async function answerMails(read: Reading, ticketId: string): Promise<TicketMail[]> {
  return ticketMails(await read.list(mailKind, 'ofTicket', { ticketId, kind: 'visitor-answer' }))
}

/**
 * What a commit changes to take back the answer `seq`, the ticket's last message: its letters are dropped, and
 * others that are about to leave are written once more. Undefined where one of its own has left.
 */
export async function mailsRetracted(
  read: Reading,
  ticketId: string,
  seq: number,
): Promise<Change[] | undefined> {
  const by = { ticketId, kind: ['visitor-answer', 'visitor-copy'] as const }
  const mails = ticketMails(await read.list(mailKind, 'ofTicket', by))
  const own = mails.filter((mail) => mail.seq === seq)
  if (own.some(({ state }) => leavingStates.some((each) => each === state))) return undefined
  return [...mailsDropped(own), ...mailsClaimedAgain(mails.filter((mail) => mail.seq !== seq))]
}

/** What a commit changes to have those written once more that are about to leave. */
export function mailsClaimedAgain(mails: readonly TicketMail[]): Change[] {
  const due = { state: 'due', attempt: undefined } as const
  return mails
    .filter(({ state }) => state === 'claimed')
    .map((mail) => changed(mailKind, mail, { ...mail, ...due, dueAt: mail.updatedAt }))
}

/** What a commit changes to drop those that have not left; a sender that has claimed one may not send it. */
export function mailsDropped(mails: readonly TicketMail[]): Change[] {
  const ended = { state: 'dropped', dueAt: undefined, attempt: undefined } as const
  return mails
    .filter(({ state }) => waitingStates.some((each) => each === state))
    .map((mail) => changed(mailKind, mail, { ...mail, ...ended }))
}
