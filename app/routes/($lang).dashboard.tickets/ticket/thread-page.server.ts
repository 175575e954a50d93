import type { AppLoadContext } from '@remix-run/node'
import type { ShownOpinion } from '~/components/feedback/opinion'
import { bylineForMember, bylineOnPaper } from '~/components/tickets/byline.server'
import { type FilledReply, readFilledReplies } from '~/components/tickets/saved-replies.server'
import type { CanName } from '~/components/tickets/suggestions'
import type { ShownMessage } from '~/components/tickets/thread'
import { timetableOf } from '~/domain/desks/desks'
import { isSaid, opinionOf } from '~/domain/feedback/feedback'
import type { FormAnswer } from '~/domain/forms/forms'
import type { Whereabouts } from '~/domain/live/presence'
import type { VisitedPage } from '~/domain/live/visited-page'
import { findWrittenTo } from '~/domain/mail-in/aliases'
import { emailKey } from '~/domain/text/email'
import { answerLanguage } from '~/domain/tickets/answer-language'
import { answerChoices } from '~/domain/tickets/answer-to'
import { isBegunByDesk } from '~/domain/tickets/beginning'
import { copiedLast, copiesOf } from '~/domain/tickets/copies'
import type { TicketLinks } from '~/domain/tickets/history'
import { type MessagePage, messagePage } from '~/domain/tickets/message-pages'
import { inOrderOfTime } from '~/domain/tickets/messages'
import { hasUnread } from '~/domain/tickets/reading'
import { type SnoozeChoice, snoozeChoices } from '~/domain/tickets/snooze-times'
import { ticketRefusal } from '~/domain/tickets/splitting'
import { outcome, type TicketEvent } from '~/domain/tickets/states'
import { subjectOf } from '~/domain/tickets/subjects'
import type { Ticket } from '~/domain/tickets/tickets'
import { aboutLetter } from '~/http/desks/about-letter.server'
import { newFormKey } from '~/http/forms/key.server'
import { withoutUndefined } from '~/http/responses/page-data.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { type Assigned, assignedOf } from '../whose.server'
import { canName } from './can-name.server'
import {
  type HistoryLine,
  heldText,
  historyLines,
  languagesText,
  othersStep,
  readHeldReplies,
  type TextedLink,
} from './history.server'
import { type KeptDraft, readDraft } from './kept-draft.server'
import { type NoMail, readNoMail } from './no-mail.server'
import { type OthersAnswer, othersAnswer, othersText } from './others.server'
import { shownToMember } from './shown-to-member.server'
import { readTakenBack } from './taken-words.server'
import { readVisitor, type VisitorRecord } from './visitor.server'
import { wasHereText, wroteText } from './visits.server'

const mostFiles = 10

export interface TicketThread
  extends Pick<
    Ticket,
    | 'number'
    | 'subject'
    | 'state'
    | 'priority'
    | 'tags'
    | 'heldFor'
    | 'snoozedUntil'
    | 'visitorName'
    | 'visitorEmail'
    | 'locale'
    | 'answerLocale'
    | 'createdAt'
  > {
  /** Why it is held back, in words. */
  held?: string
  assigned?: Assigned
  /** What page its visitor was on, and the language of the answers, in the owner's words. */
  languages: string
  /** When its visitor wrote last, in words. */
  wrote?: string
  /** When they were last here, in words, where it is known and they have not written since. */
  wasHere?: string
  rated?: ShownOpinion
  visitorIs: Whereabouts
  visitorOn?: VisitedPage
  /** Which other members have it open, in words. */
  others?: string
  othersAnswer?: OthersAnswer
  othersStep?: HistoryLine
  seenSeq: number
  lastSeq: number
  /** Up to which the page shows the ticket; at its end may be a message that was taken back. */
  shownSeq: number
  /** Whether who looks has read it up to its end. */
  isRead: boolean
  shown: MessagePage
  messages: ShownMessage[]
  /** Of these messages, the newest first. */
  files: { id: string; name: string; seq: number }[]
  /** Keys of the owner's stored messages, so that drafts know what has arrived. */
  arrived: string[]
  key: string
  moves: MoveEvent[]
  canReply: boolean
  canSplit: boolean
  /** Undefined where e-mails are sent, or the visitor left no address. */
  noMail?: NoMail
  /** Addresses of which an answer goes to one: to the first, unless another is chosen. */
  answerTo: string[]
  /** Of an answer that leaves as an e-mail: from which of the desk's addresses, its end, and how it is answered. */
  aboutLetter?: string
  /** Came by e-mail, so that its visitor may not know the page. */
  isByMail: boolean
  /** Addresses that an answer may go to besides its visitor's. */
  copies: string[]
  /** Of those, who want no more e-mails about it. */
  copyStops: string[]
  /** Those of them who had the desk's last answer, or the one that was taken back. */
  copied: string[]
  /** What its reader has begun to write. */
  draft?: KeptDraft
  /** The form with the words that its reader has taken back. */
  takenBack?: FormAnswer
  /** Empty where it cannot be snoozed. */
  snoozes: SnoozeChoice[]
  saved: FilledReply[]
  /** Whom notes can name, each with an `@`; absent where one person answers. */
  canName?: CanName
  links: TicketLinks
  heldReplies: TextedLink[]
  history: HistoryLine[]
  visitor?: VisitorRecord
}

export const moveEvents = ['solve', 'reopen', 'release', 'block', 'hold'] as const

export type MoveEvent = (typeof moveEvents)[number] & TicketEvent

const longestHistory = 200

/** With the messages that the URL asks for; null for an unknown number. */
export async function readThread(
  { desk, member, session }: OwnDesk,
  number: number,
  context: AppLoadContext,
): Promise<TicketThread | null> {
  const { services, now } = context
  const asked = { deskId: desk.id, number }
  const ticket = await services.tickets.find(asked)
  if (!ticket) return null
  const scope = { ...asked, id: ticket.id }
  const answered = { number, name: ticket.visitorName, language: answerLanguage(ticket) }
  const shown = messagePage(ticket.lastSeq, context.url.searchParams)
  const [messages, history, links, given, saved, attendance, noMail, visitor, address, draft] =
    await Promise.all([
      services.tickets.messages(scope, shown.after, shown.limit),
      services.ticketHistory.entries(scope, longestHistory),
      services.ticketHistory.links(scope),
      services.feedback.findOf(scope),
      readFilledReplies(services.savedReplies, desk, answered, member.uid),
      services.presence.at(ticket.id, now()),
      readNoMail(ticket, session, context),
      readVisitor(ticket, context),
      findWrittenTo(services.mailAliases, ticket),
      readDraft(ticket, { member }, context),
    ])
  const byline = context.url.searchParams.has('print')
    ? bylineOnPaper(desk, member, context.language)
    : bylineForMember(desk, member.uid, context.language)
  const { state, heldFor, priority, tags, snoozedUntil } = ticket
  const { visitorName, visitorEmail, locale, answerLocale, createdAt, takenBack } = ticket
  const assigned = assignedOf(ticket, { desk, member }, context.language)
  const others = othersText(attendance, { desk, member }, context.language)
  const first = messages.find(({ seq }) => seq === 1)
  const isByMail = first?.mail !== undefined
  const copies = copiesOf(ticket, messages)
  const stops = copies.length > 0 ? await services.mails.copyStops(ticket.id) : []
  const ownBack = takenBack?.byUid === member.uid ? takenBack : undefined
  const had = new Set((ownBack?.copies ?? copiedLast(messages)).map(emailKey))
  const isFromPage = !isByMail && !isBegunByDesk(ticket)
  const writing = { desk, member, address, language: answered.language, isFromPage, noMail }
  const snoozable = outcome(state, 'snooze') !== undefined
  const all = inOrderOfTime(messages).map((message) => {
    const subject = subjectOf(message, ticket, links.mergedFrom)
    return shownToMember(message, subject, byline, desk, context.language)
  })
  return withoutUndefined({
    number: ticket.number,
    subject: ticket.subject,
    state,
    heldFor,
    priority,
    tags,
    snoozedUntil: state === 'snoozed' ? snoozedUntil : undefined,
    visitorName,
    visitorEmail,
    locale,
    answerLocale,
    createdAt,
    assigned,
    held: heldText(ticket, first?.mail, context.language),
    languages: languagesText(ticket, isFromPage, context.language),
    wrote: wroteText(messages, shown, { desk, now: now() }, context.language),
    wasHere: wasHereText(ticket, messages, attendance, { desk, now: now() }, context.language),
    rated: given && {
      ...opinionOf(given),
      createdAt: given.createdAt,
      ...(isSaid(given.comment, messages) && { comment: '' }),
    },
    visitorIs: attendance.visitor,
    visitorOn: attendance.page,
    others,
    othersAnswer: othersAnswer(ticket, messages, { desk, member }, context.language),
    othersStep: othersStep(history, ticket.number, { desk, member }, context.language),
    seenSeq: ticket.visitorSeenSeq,
    lastSeq: ticket.lastSeq,
    shownSeq: shown.later === undefined ? ticket.lastSeq : (messages.at(-1)?.seq ?? 0),
    isRead: !hasUnread(ticket, member),
    shown,
    messages: all,
    files: filesIn(all),
    ...canName(desk, member.uid, context.language),
    arrived: messages.filter(({ author }) => author === 'owner').map(({ clientKey }) => clientKey),
    key: newFormKey(),
    moves: moveEvents.filter((event) => outcome(state, event)),
    canReply: outcome(state, 'owner-replies') !== undefined,
    canSplit: ticketRefusal(ticket) === undefined,
    noMail,
    answerTo: answerChoices(ticket, messages),
    aboutLetter: visitorEmail ? aboutLetter(writing, context) : undefined,
    isByMail,
    copies,
    copyStops: copies.filter((each) => stops?.includes(emailKey(each))),
    copied: copies.filter((each) => had.has(emailKey(each))),
    draft,
    takenBack: ownBack && (await readTakenBack(ownBack, copies, { desk }, context)),
    snoozes: snoozable ? snoozeChoices(now(), desk.timeZone, timetableOf(desk)) : [],
    saved,
    links,
    heldReplies: await readHeldReplies(history, ticket, context),
    history: historyLines(history, ticket.number, { desk, member }, context.language),
    visitor,
  })
}

function filesIn(messages: ShownMessage[]): TicketThread['files'] {
  const files = messages.flatMap(({ seq, attachments = [], original }) =>
    attachments.flatMap(({ id, name }) => (id === original ? [] : { id, name, seq })),
  )
  return files.slice(-mostFiles).reverse()
}
