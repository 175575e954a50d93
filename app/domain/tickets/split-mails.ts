import { answerMails, mailsClaimedAgain, mailsMoved, messageMails } from '../outbox/mail-changes'
import { mailKind } from '../outbox/mail-records'
import { mailStopFor } from '../outbox/mail-stop-records'
import {
  beginMail,
  holdBack,
  leavingStates,
  mergedAnswersKey,
  mergedAnswersOf,
  type TicketMail,
  waitingStates,
} from '../outbox/mails'
import { type Change, created, type Reading } from '../records/records'
import type { Message } from './messages'
import { placeAfterSplit, type SplitChanges } from './splitting'
import type { Ticket } from './tickets'
import { later } from './timer-rules'

/** What a commit changes of a split ticket's e-mails. `messages` are those that were decided upon. */
export async function mailsOfSplit(
  read: Reading,
  source: Ticket,
  messages: readonly Message[],
  changes: SplitChanges,
): Promise<Change[]> {
  const placeOf = (seq: number) => placeAfterSplit(messages, changes, seq)
  const answers = await answerMails(read, source.id)
  return [
    ...(await mailStopFor(read, source, changes.target.id)),
    ...mailsMoved(await messageMails(read, source.id), placeOf),
    ...mailsClaimedAgain(answers),
    ...mailsOfAnswers(source, messages, changes, answers),
  ]
}

/**
 * So that a letter about the new ticket brings no answer whose own has left: it is sent up to the last of
 * these. Answers before that one whose letters have not left get others; `planMails` finds the later ones.
 */
function mailsOfAnswers(
  source: Ticket,
  messages: readonly Message[],
  changes: SplitChanges,
  mails: readonly TicketMail[],
): Change[] {
  const { deskId, id: ticketId, number, visitorSeenSeq, updatedAt: now } = changes.target
  const answers = messages
    .filter(({ author, kind }) => author === 'owner' && kind === 'text')
    .map((each) => ({
      seq: placeAfterSplit(messages, changes, each.seq)?.seq ?? 0,
      isUnsent: isUnsent(each, source, mails),
    }))
    .filter(({ seq }) => seq > visitorSeenSeq)
  const sentSeq = Math.max(0, ...answers.filter((each) => !each.isUnsent).map(({ seq }) => seq))
  if (sentSeq === 0) return []
  const about = { kind: 'visitor-answer', deskId, ticketId, number } as const
  const sent = { ...about, key: `visitor-answer ${ticketId} ${sentSeq}`, seq: sentSeq, dueAt: now }
  const unsent = answers.filter((each) => each.isUnsent && each.seq < sentSeq)
  return [
    created(mailKind, { ...beginMail(sent, now), state: 'sent', dueAt: undefined }),
    ...unsent.map(({ seq }) => {
      const key = mergedAnswersKey(ticketId, { first: seq, last: seq, mergedFrom: number })
      const waiting = { ...about, key, seq: 0, dueAt: later(now, holdBack) }
      return created(mailKind, beginMail(waiting, now))
    }),
  ]
}

/** Of an answer in the source: one of its own after the last that left, or one that a waiting letter names. */
function isUnsent(
  { seq, mergedFrom }: Message,
  { number }: Ticket,
  mails: readonly TicketMail[],
): boolean {
  const within = (states: readonly string[]) => mails.filter(({ state }) => states.includes(state))
  const sentSeq = Math.max(0, ...within(leavingStates).map((mail) => mail.seq))
  if (mergedFrom === undefined && seq > sentSeq) return true
  return within(waitingStates)
    .flatMap((mail) => mergedAnswersOf(mail) ?? [])
    .some(
      (each) => each.mergedFrom === (mergedFrom ?? number) && each.first <= seq && seq <= each.last,
    )
}
