import type { Desk } from '../desks/desks'
import { signatureOf } from '../desks/signatures'
import { findWrittenTo } from '../mail-in/aliases'
import {
  holdBack,
  type MemberMailKind,
  mergedAnswersOf,
  mostCounted,
  type TicketMail,
  type TicketMailKind,
  waitingStates,
} from '../outbox/mails'
import { emailKey } from '../text/email'
import { answerLanguage } from '../tickets/answer-language'
import { isNamedByVisitor } from '../tickets/copies'
import type { Message } from '../tickets/messages'
import { newestMail, readRecent } from '../tickets/newest-mail'
import type { Ticket } from '../tickets/tickets'
import { later } from '../tickets/timer-rules'
import { nextAnswers } from './answers'
import type { About, Decide, DecisionPorts } from './decision-ports'
import { isProven, letterBuckets, sortOf } from './letter-limits'
import { type Decision, postponed } from './mail-content'
import {
  decideLink,
  decideRating,
  decideReceipt,
  decideReleased,
  decideReminder,
} from './notice-decisions'
import { whyNoMail } from './visitor-mails'

const hour = 3_600_000

/** Milliseconds for confirming the owner's address, and between checks. */
const verifiedWithin = 48 * hour
const lookedAtEvery = hour

/** What no person has written or asked for. */
const automatic: readonly TicketMailKind[] = [
  'visitor-receipt',
  'visitor-reminder',
  'visitor-rating',
  'visitor-released',
]

/** Bring the link to a conversation, where its ticket was merged that to the other one. */
const linking: readonly TicketMailKind[] = ['visitor-link', 'visitor-receipt']

/** Those of a desk to one address within so many milliseconds: it may be a program that answers. */
const mostAutomatic = 3
const automaticWithin = 24 * hour

const decisions: Record<Exclude<TicketMailKind, MemberMailKind>, Decide> = {
  'visitor-answer': decideAnswer,
  'visitor-reminder': decideReminder,
  'visitor-rating': decideRating,
  'visitor-released': decideReleased,
  'visitor-link': decideLink,
  'visitor-copy': decideCopy,
  'visitor-receipt': decideReceipt,
}

/** Checks first whether the visitor may get e-mail at all, last the rate limits. */
export async function decideToVisitor(
  ports: DecisionPorts,
  mail: TicketMail & { kind: keyof typeof decisions },
  desk: Desk,
  now: Date,
): Promise<Decision> {
  const { accounts, rateLimits, mails, tickets } = ports
  const ticket = await tickets.find({ deskId: mail.deskId, number: mail.number })
  if (!ticket) return { kind: 'drop' }
  const isMerged = ticket.id !== mail.ticketId
  if (isMerged && !linking.includes(mail.kind)) return { kind: 'drop' }
  const isCopy = mail.kind === 'visitor-copy'
  if (!isCopy && !ticket.visitorEmail) return { kind: 'drop' }
  const owner = await accounts.find(desk.ownerUid)
  const facts = {
    verified: owner?.emailVerified === true,
    // Who asks for the link wants this one; a copy is not the visitor's to stop.
    stopped: mail.kind !== 'visitor-link' && !isCopy && (await mails.isStopped(ticket.id)),
  }
  const problem = whyNoMail(ticket, facts)
  const hopeful = later(mail.createdAt, verifiedWithin) > now
  if (problem === 'unverified' && hopeful)
    return { ...postponed(later(now, lookedAtEvery)), problem }
  if (problem) return { kind: 'drop', problem }
  if (automatic.includes(mail.kind) && (await isOften(ports, ticket, now))) {
    return { kind: 'drop', problem: 'often' }
  }
  let read: Promise<Message[]> | undefined
  const recent = () => {
    read ??= readRecent(tickets, ticket)
    return read
  }
  const decision = await decisions[mail.kind](ports, mail, { ticket, desk, recent }, now)
  // Retries were counted the first time.
  if (decision.kind !== 'send' || mail.tries > 1) return decision
  const { content } = decision
  const to = content.kind === 'visitor-copy' ? content.to : ticket.visitorEmail
  const said = await recent()
  const [first] = said[0]?.seq === 1 ? said : await tickets.messages(ticket, 0, 1)
  const sort = sortOf(mail.kind, first)
  const proven = isProven(ticket, to, first, said)
  const buckets = letterBuckets({ kind: mail.kind, sort, desk, to, proven }, now)
  const wait = await rateLimits.consume(buckets, now)
  if (wait === 0) return decision
  // A notice that comes a day late tells nobody anything.
  if (sort === 'notice') return { kind: 'drop', problem: 'often' }
  return { ...postponed(later(now, wait)), problem: 'limit' }
}

async function isOften(
  { tickets, mails }: DecisionPorts,
  { deskId, visitorEmail }: Ticket,
  now: Date,
): Promise<boolean> {
  const own = await tickets.listOfVisitor(deskId, visitorEmail, mostCounted)
  const ids = own.map(({ id }) => id)
  const left = await mails.countLeft(ids, automatic, later(now, -automaticWithin))
  return left >= mostAutomatic
}

async function decideAnswer(
  ports: DecisionPorts,
  mail: TicketMail,
  { ticket, desk, recent }: About,
  now: Date,
): Promise<Decision> {
  const { tickets, mails, presence } = ports
  const merged = mergedAnswersOf(mail)
  const notifiedSeq = merged ? merged.first - 1 : await mails.lastNotifiedSeq(ticket.id, mail.kind)
  const after = Math.max(ticket.visitorSeenSeq, notifiedSeq)
  const all = await nextAnswers(
    tickets,
    ticket,
    after,
    // Those of a merged ticket have e-mails of their own.
    ({ mergedFrom = ticket.number, seq }) =>
      mergedFrom === (merged?.mergedFrom ?? ticket.number) && seq <= (merged?.last ?? seq),
  )
  const last = all.at(-1)
  if (!last) return { kind: 'drop' }
  const { visitor } = await presence.at(ticket.id, now)
  if (visitor !== 'away') return postponed(later(now, holdBack))
  const asked = askedBefore(all[0]?.seq, await recent())
  const readOnPage = later(last.createdAt, holdBack)
  if (asked && !asked.mail && readOnPage > now) return postponed(readOnPage)
  // Others may still be taken back.
  const latest = await mails.findLatest(ticket.id, mail.kind)
  const isLatestDue = latest?.dueAt !== undefined && latest.dueAt <= now
  const upTo = Math.max(mail.seq, isLatestDue ? latest.seq : 0)
  const answers = all.filter(
    ({ seq, createdAt }) => seq <= upTo || later(createdAt, holdBack) <= now,
  )
  const newest = answers.at(-1)?.seq
  if (newest === undefined) return { kind: 'drop' }
  const seq = merged ? mail.seq : newest
  return {
    kind: 'send',
    content: {
      kind: 'visitor-answer',
      ticket,
      desk,
      answers,
      repliesTo: newestMail(await recent()),
      asked,
      copies: await readInCopy(mails, ticket, answers),
      signature: await readSignature(ports, ticket, desk, answers.at(-1)),
    },
    seq,
    join: [],
  }
}

/** As it is when the letter leaves; of who has left the desk, the desk's. */
async function readSignature(
  { members, mailAliases }: Pick<DecisionPorts, 'members' | 'mailAliases'>,
  ticket: Ticket,
  desk: Desk,
  answer: Message | undefined,
): Promise<string | undefined> {
  const all = answer?.byUid === undefined ? [] : await members.list(desk.id)
  const writer = all.find(({ uid }) => uid === answer?.byUid)
  const address = await findWrittenTo(mailAliases, ticket)
  return signatureOf(desk, writer, address, answerLanguage(ticket))
}

/** Whom the answers' letters name besides their visitor: without those who get none any more. */
async function readInCopy(
  mails: DecisionPorts['mails'],
  { id }: Ticket,
  answers: readonly Message[],
): Promise<string[]> {
  const copies = [...new Set(answers.flatMap((answer) => answer.copies ?? []))]
  const stops = (copies.length > 0 && (await mails.copyStops(id))) || []
  return copies.filter((each) => !stops.includes(emailKey(each)))
}

function askedBefore(seq = 0, recent: readonly Message[]): Message | undefined {
  return recent.findLast(
    (each) =>
      each.author === 'visitor' && each.seq < seq && !each.mail?.byCopy && !each.mail?.quiet,
  )
}

/** After the visitor's own e-mail, so that a limit never stops that one for a copy. */
async function decideCopy(
  ports: DecisionPorts,
  { key, seq }: TicketMail,
  { ticket, desk, recent }: About,
  now: Date,
): Promise<Decision> {
  const { tickets, mails } = ports
  const own = await mails.findLatest(ticket.id, 'visitor-answer')
  const isWaiting = waitingStates.some((each) => each === own?.state)
  if (isWaiting) return postponed(later(now, holdBack))
  const [answer] = await tickets.messages(ticket, seq - 1, 1)
  const to = answer?.copies?.[Number(key.split(' ').at(-1))]
  if (!answer || !to || answer.seq !== seq || answer.author !== 'owner') return { kind: 'drop' }
  const stops = await mails.copyStops(ticket.id)
  if (stops?.includes(emailKey(to))) return { kind: 'drop', problem: 'stopped' }
  return {
    kind: 'send',
    content: {
      kind: 'visitor-copy',
      ticket,
      desk,
      answer,
      to,
      byVisitor: isNamedByVisitor(to, await recent()),
      alone: !ticket.visitorEmail || (await mails.isStopped(ticket.id)),
      repliesTo: newestMail(await recent()),
      asked: askedBefore(seq, await recent()),
      copies: await readInCopy(mails, ticket, [answer]),
      signature: await readSignature(ports, ticket, desk, answer),
    },
    seq,
    join: [],
  }
}
