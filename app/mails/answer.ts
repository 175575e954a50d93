import type { TFunction } from 'i18next'
import type { Desk } from '~/domain/desks/desks'
import { nameForGuests } from '~/domain/desks/people'
import { closingOf } from '~/domain/desks/signatures'
import { enclosuresOf } from '~/domain/letters/enclosures'
import type { MailContent } from '~/domain/letters/mail-content'
import { emailKey } from '~/domain/text/email'
import type { Language } from '~/domain/text/languages'
import { answerLanguage } from '~/domain/tickets/answer-language'
import type { MessageMail } from '~/domain/tickets/message-mail'
import type { Message } from '~/domain/tickets/messages'
import type { Ticket } from '~/domain/tickets/tickets'
import { formatClock, formatFullDate } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'
import type { Desktop, Draft } from './draft'
import type { Letter } from './letter'
import { titleIn } from './title'
import { nameOf, wayBack } from './way-back'

/** Characters of the visitor's words that an answer repeats. */
const longestQuote = 2_000

/** A member's answer, as a letter. */
export function visitorAnswer(
  {
    ticket,
    desk,
    answers,
    repliesTo,
    asked,
    copies,
    signature,
  }: Extract<MailContent, { kind: 'visitor-answer' }>,
  desktop: Desktop,
): Draft {
  const language = answerLanguage(ticket)
  const { t } = translations(language)
  const isFirst = answers.some(({ seq }) => seq === 1)
  const cc = desktop.takesReplies ? copies : []
  const isShared = cc.length > 0
  const { secret, to, how, why } = wayBack(ticket, desk, desktop, t, isShared)
  const stop = desktop.stop({ kind: 'visitor', secretHash: ticket.secretHash }, language)
  const { enclosed, left } = enclosuresOf(answers, desktop.roomForFiles)
  const notice: Letter['notice'] = [
    ...(to
      ? [
          {
            text: t(secret ? 'mails:letter.page' : 'mails:deskButton', { desk: nameOf(desk, t) }),
            link: to,
          },
        ]
      : []),
    // A reply to all would pass the link itself on.
    ...(isShared && desktop.secret(ticket)
      ? [{ text: t('mails:letter.sendLink'), link: `${stop}#link` }]
      : []),
    { text: how },
    ...(isShared
      ? tooLarge('leftForAll', left, t)
      : left.map(({ id, name }) => ({
          text: t('mails:letter.large', { name }),
          link: secret && `${desktop.origin}/files?${new URLSearchParams({ id, t: secret })}`,
        }))),
    ...(isShared ? [] : alsoTo(copies, t)),
    { text: why },
    { text: t('mails:visitorStop'), link: stop },
  ]
  return {
    to: guestOf(ticket),
    cc,
    ...written(answers, desk, ticket, { notice, asked, signature }),
    subject: subjectOf(ticket, repliesTo, isFirst),
    enclosed,
    stop,
    begins: isFirst,
    repliesTo: repliesTo?.messageId,
    replies: {
      kind: isShared ? 'all' : 'ticket',
      ticketId: ticket.id,
      publicKey: desk.publicKey,
    },
  }
}

/** For somebody in copy: the words and files alone. The link and the address to reply to are the visitor's. */
export function visitorCopy(
  {
    ticket,
    desk,
    answer,
    to,
    byVisitor,
    alone,
    repliesTo,
    asked,
    copies,
    signature,
  }: Extract<MailContent, { kind: 'visitor-copy' }>,
  { takesReplies, roomForFiles, stop: stopFor }: Desktop,
): Draft {
  const language = answerLanguage(ticket)
  const { t } = translations(language)
  const stop = stopFor({ kind: 'copy', ticketId: ticket.id, address: emailKey(to) }, language)
  const names = {
    desk: nameOf(desk, t),
    visitor: ticket.visitorName || ticket.visitorEmail,
  }
  const { enclosed, left } = enclosuresOf([answer], roomForFiles)
  const notice: Letter['notice'] = [
    ...tooLarge('leftForCopy', left, t),
    { text: t(`mails:letter.${byVisitor ? 'copyWhy' : 'deskCopyWhy'}`, names) },
    { text: t(takesReplies ? 'mails:copyReply' : 'mails:copyNoReply') },
    { text: t('mails:visitorStop'), link: stop },
  ]
  // What the visitor wrote to the desk alone is not repeated to others.
  const wasTold = asked?.copies?.some((each) => emailKey(each) === emailKey(to))
  return {
    ...(takesReplies && !alone
      ? { to: guestOf(ticket), cc: copies, recipient: to }
      : { to: { name: '', address: to } }),
    ...written([answer], desk, ticket, {
      notice,
      asked: wasTold ? asked : undefined,
      signature,
    }),
    subject: subjectOf(ticket, repliesTo, answer.seq === 1),
    enclosed,
    stop,
    begins: answer.seq === 1,
    repliesTo: repliesTo?.messageId,
    replies: { kind: 'all', ticketId: ticket.id, publicKey: desk.publicKey },
  }
}

/** Files without a link, which is its guest's alone. */
function tooLarge(
  key: 'leftForCopy' | 'leftForAll',
  left: readonly { name: string }[],
  t: TFunction,
): Letter['notice'] {
  const names = left.map(({ name }) => name).join(', ')
  return names ? [{ text: t(`mails:letter.${key}`, { count: left.length, names }) }] : []
}

function guestOf({ visitorName, visitorEmail }: Ticket): Draft['to'] {
  return { name: visitorName, address: visitorEmail }
}

/** Where nobody could reply to all, each gets a letter whose fields name no others. */
function alsoTo(copies: readonly string[], t: TFunction): Letter['notice'] {
  return copies.length > 0 ? [{ text: t('mails:alsoTo', { addresses: copies.join(', ') }) }] : []
}

/** What both have. */
function written(
  answers: readonly Message[],
  desk: Desk,
  ticket: Ticket,
  {
    notice,
    asked,
    signature,
  }: { notice: Letter['notice']; asked: Message | undefined; signature: string | undefined },
) {
  const language = answerLanguage(ticket)
  const writers = new Set(answers.map(({ byUid }) => nameForGuests(desk, byUid)))
  const last = answers.at(-1)
  const by = nameForGuests(desk, last?.byUid)
  const letter: Letter = {
    words: answers
      .filter(({ body }) => body !== '')
      .map(({ body, byUid }) => ({
        by: writers.size > 1 ? nameForGuests(desk, byUid) : undefined,
        text: body,
      })),
    // Several are named above their words.
    signature: writers.size > 1 ? signature : closingOf(last?.body ?? '', by, signature),
    notice,
    quote: asked && quoteOf(asked, ticket, desk, language),
  }
  return {
    from: desk.name,
    by,
    language,
    parts: [],
    letter,
    deskId: desk.id,
    ticketId: ticket.id,
    recordIds: [ticket.id],
  }
}

function quoteOf(
  { body, createdAt, mail }: Message,
  { visitorName }: Ticket,
  { timeZone }: Desk,
  language: Language,
): Letter['quote'] {
  if (body === '') return undefined
  const { t } = translations(language)
  const day = formatFullDate(createdAt, language, timeZone)
  const time = formatClock(createdAt, language, timeZone)
  const text = body.length > longestQuote ? `${body.slice(0, longestQuote).trimEnd()} …` : body
  const by = visitorName
    ? t('mails:letter.wrote', { day, time, name: visitorName })
    : t('mails:letter.youWrote', { day, time })
  return { by, text, messageId: mail?.messageId }
}

/**
 * As the guest wrote it, or as the desk did that wrote first: mail programs put only e-mails of one
 * subject into a thread.
 */
function subjectOf(ticket: Ticket, repliesTo: MessageMail | undefined, isFirst: boolean): string {
  const subject = repliesTo?.subject?.replace(/^((re|aw|antw)\s*:\s*)+/i, '')
  if (subject) return `Re: ${subject}`
  return isFirst ? ticket.title : `Re: ${titleIn(ticket)}`
}
