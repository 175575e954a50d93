import type { AppLoadContext } from '@remix-run/node'
import { bylineForGuests } from '~/components/tickets/byline.server'
import { shownMessage } from '~/components/tickets/shown-message.server'
import type { ShownMessage } from '~/components/tickets/thread'
import { type Presence, presenceAt, wordsFor } from '~/domain/desks/availability'
import type { Embed } from '~/domain/desks/embeds'
import { isSaid } from '~/domain/feedback/feedback'
import { inLanguage, type Language } from '~/domain/text/languages'
import { arrangementOf } from '~/domain/tickets/arrangement'
import { type MessagePage, messagePage } from '~/domain/tickets/message-pages'
import { inOrderOfTime, signed } from '~/domain/tickets/messages'
import { askedAt, type VisitorWord, visitorWord } from '~/domain/tickets/states'
import { subjectOf } from '~/domain/tickets/subjects'
import { isCorrectable } from '~/domain/tickets/visitor-email'
import { rememberedConversation } from '~/http/cookies/conversations.server'
import { ownMark } from '~/http/forms/account.server'
import { newFormKey } from '~/http/forms/key.server'
import { readSession } from '~/http/sessions/session.server'
import { getsLetters } from './letters.server'
import { readRating, type ShownRating } from './rate.server'
import {
  type ConversationBefore,
  type EarlierConversation,
  readBefore,
  readEarlier,
} from './remember.server'
import { stampFor } from './spam.server'
import { readSplitWays } from './split-ways.server'
import { readSubject, type Subject } from './subject.server'
import type { Visit } from './visit.server'

export interface ChatPage {
  desk: {
    name: string
    publicKey: string | null
    greeting?: { text: string; language: Language }
    /** Shown before the first message. */
    consent?: { text: string; language: Language; link?: string }
    timeZone: string
  }
  presence: Presence
  now: Date
  /** The key of the next message, or of the ticket that it begins. */
  key: string
  stamp: string
  conversation: ChatConversation | null
  subject?: Subject
  earlier?: EarlierConversation
  /** For the page's script, which has the rest. */
  part: boolean
}

export interface ChatConversation {
  secret: string
  number: number
  word: VisitorWord
  closed: boolean
  solved: boolean
  seenSeq: number
  arrangement: number
  lastSeq: number
  /** Of the last message on the page. */
  shownSeq: number
  /** Of the last that the visitor has seen; absent for the page's script, whose page is open. */
  readSeq?: number
  kept: 'yes' | 'no' | 'signed-out'
  /** The mark of the signed-in account. */
  account?: string
  /** Whether `/chat` leads back to it in this browser. */
  remembered: boolean
  before?: ConversationBefore
  /** That the visitor gave; empty without one. */
  email: string
  /** Whether the answer to the first message goes there, too. */
  mailed: boolean
  /** Whether they may correct it here. */
  correctable: boolean
  rating: ShownRating
  /** Which messages are shown. */
  shown: MessagePage
  messages: ShownMessage[]
}

type At<Kind extends Visit['kind']> = Extract<Visit, { kind: Kind }>

export async function readChatPage(
  visit: At<'desk'> | At<'ticket'>,
  embed: Embed,
  context: AppLoadContext,
): Promise<ChatPage> {
  const now = context.now()
  const { url, language } = context
  const { desk } = visit
  const asked = visit.kind === 'ticket' ? { since: askedAt(visit.ticket, now) } : undefined
  const [presence, conversation, earlier, subject] = await Promise.all([
    presenceAt(context.services.desks, desk, now, asked),
    visit.kind === 'ticket' ? readConversation(visit, context) : null,
    visit.kind === 'desk' ? readEarlier(visit, context) : undefined,
    visit.kind === 'desk' && visit.ofSite ? readSubject(context) : undefined,
  ])
  return {
    desk: {
      name: desk.name,
      publicKey: url.searchParams.get('desk'),
      greeting: inLanguage(wordsFor(desk, presence), language),
      consent: consentIn(embed, language),
      timeZone: desk.timeZone,
    },
    presence,
    now,
    key: newFormKey(),
    stamp: await stampFor(visit, subject, context),
    conversation,
    earlier,
    subject,
    part: askedAfter(url) !== undefined,
  }
}

function consentIn({ consent, consentLink }: Embed, wanted: Language) {
  const text = inLanguage(consent, wanted)
  return text && { ...text, link: inLanguage(consentLink, text.language)?.text }
}

/** The last `seq` that the page's script has; undefined for other requests. */
export function askedAfter(url: URL): number | undefined {
  const after = url.searchParams.get('after')
  return after !== null && /^\d{1,9}$/.test(after) ? Number(after) : undefined
}

export function withAfter(address: string, after: number): string {
  return address.replace(/(?=#|$)/, `&after=${after}`)
}

async function isMailed({ ticket, desk }: At<'ticket'>, context: AppLoadContext) {
  const waits = askedAt(ticket, context.now()) !== undefined
  return ticket.lastSeq === 1 && waits && getsLetters(ticket, desk, context)
}

async function readConversation(
  visit: At<'ticket'>,
  context: AppLoadContext,
): Promise<ChatConversation> {
  const { ticket, secret } = visit
  const { services } = context
  const byline = bylineForGuests(visit.desk)
  const url = context.url
  const shown = messagePage(ticket.lastSeq, url.searchParams)
  const after = askedAfter(url) ?? shown.after
  const [session, messages, rating, mailed, before] = await Promise.all([
    readSession(context),
    services.tickets.messages(ticket, after, shown.limit),
    readRating(visit, context),
    isMailed(visit, context),
    askedAfter(url) === undefined && shown.after === 0 ? readBefore(visit, context) : undefined,
  ])
  // The limit counts what visitors see, and notes have numbers, too.
  const onPage = messages.filter(({ seq }) => seq <= shown.after + shown.limit)
  const ways = await readSplitWays(visit, onPage, session, context)
  return {
    secret,
    number: ticket.number,
    word: visitorWord(ticket),
    closed: ticket.state === 'closed',
    solved: ticket.state === 'solved',
    seenSeq: ticket.ownerSeenSeq,
    arrangement: arrangementOf(ticket),
    lastSeq: ticket.lastSeq,
    shownSeq: onPage.at(-1)?.seq ?? 0,
    readSeq: askedAfter(url) === undefined ? ticket.visitorSeenSeq : undefined,
    kept: !session ? 'signed-out' : ticket.keptBy === session.user.uid ? 'yes' : 'no',
    account: await ownMark(context, session),
    email: ticket.visitorEmail,
    mailed,
    correctable: isCorrectable(ticket, messages),
    remembered: rememberedConversation(context, ticket.deskId) === secret,
    before,
    rating: { ...rating, said: isSaid(rating.given?.comment ?? '', onPage) },
    shown,
    // Ids and keys stay here: the page does not need them.
    messages: inOrderOfTime(onPage).map((message) => ({
      ...shownMessage(
        signed(message, byline),
        'visitor',
        context.language,
        subjectOf(message, ticket),
      ),
      way: ways.get(message.seq),
    })),
  }
}
