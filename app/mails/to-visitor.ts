import type { Desk } from '~/domain/desks/desks'
import { ratings } from '~/domain/feedback/ratings'
import type { MailContent } from '~/domain/letters/mail-content'
import { inLanguage } from '~/domain/text/languages'
import { answerLanguage } from '~/domain/tickets/answer-language'
import type { Ticket } from '~/domain/tickets/tickets'
import { translations } from '~/i18n/translation.server'
import { formatDay } from './dates'
import type { Desktop, Draft } from './draft'
import type { Part } from './parts'
import { titleIn } from './title'
import { nameOf, wayBack } from './way-back'

export function visitorReminder(
  { ticket, desk, endsAt }: Extract<MailContent, { kind: 'visitor-reminder' }>,
  desktop: Desktop,
): Draft {
  const language = answerLanguage(ticket)
  const { t } = translations(language)
  const names = namesOf(ticket, desk)
  const day = formatDay(endsAt, language, desk.timeZone)
  const subject = t('mails:reminderSubject', names)
  const heading = t('mails:reminderHeading')
  return toVisitor(ticket, desk, desktop, { subject, heading, button: t('mails:reminderButton') }, [
    { kind: 'paragraph', text: t('mails:reminderText', names) },
    { kind: 'paragraph', text: t('mails:reminderEnd', { day }) },
  ])
}

/** That an e-mail has begun a conversation, with its link. */
export function visitorReceipt(
  { ticket, desk, repliesTo }: Extract<MailContent, { kind: 'visitor-receipt' }>,
  desktop: Desktop,
): Draft {
  const { t } = translations(answerLanguage(ticket))
  const names = namesOf(ticket, desk)
  const text = t('mails:receiptText', names)
  const subject = t('mails:receiptSubject', names)
  const heading = t('mails:receiptHeading')
  const button = t('mails:receiptButton')
  const letter = toVisitor(ticket, desk, desktop, { subject, heading, button }, [
    { kind: 'paragraph', text },
  ])
  return { ...letter, automatic: 'replied', repliesTo: repliesTo?.messageId }
}

/** How was it? The links prefill the form and send nothing by themselves. */
export function visitorRating(
  { ticket, desk }: Extract<MailContent, { kind: 'visitor-rating' }>,
  desktop: Desktop,
): Draft {
  const language = answerLanguage(ticket)
  const { t } = translations(language)
  const names = namesOf(ticket, desk)
  const secret = desktop.secret(ticket)
  const question = inLanguage(desk.askRating, language) ?? {
    text: t('mails:ratingYours'),
    language,
  }
  const choices = ratings.map((rating) => ({
    text: t('mails:ratingChoice', { rating }),
    link: desktop.address(`/chat?t=${secret}&rate=${rating}#rate`, language),
  }))
  return toVisitor(
    ticket,
    desk,
    desktop,
    {
      subject: t('mails:ratingSubject', names),
      heading: t('mails:ratingHeading'),
      button: t('mails:ratingButton'),
    },
    [
      { kind: 'paragraph', text: t('mails:ratingText', names) },
      ...(secret
        ? [
            { kind: 'choices' as const, ...question, choices },
            { kind: 'paragraph' as const, text: t('mails:ratingHint') },
          ]
        : []),
    ],
  )
}

/** For a question that was held as spam, and of which nobody has told its visitor. */
export function visitorReleased(
  { ticket, desk }: Extract<MailContent, { kind: 'visitor-released' }>,
  desktop: Desktop,
): Draft {
  const { t } = translations(answerLanguage(ticket))
  const names = namesOf(ticket, desk)
  return toVisitor(
    ticket,
    desk,
    desktop,
    {
      subject: t('mails:releasedSubject', names),
      heading: t('mails:releasedHeading'),
      button: t('mails:linkButton'),
    },
    [{ kind: 'paragraph', text: t('mails:releasedText', names) }],
  )
}

/** Without a word of the visitor's own: anybody may have it sent to any address. */
export function visitorLink(
  { ticket, desk }: Extract<MailContent, { kind: 'visitor-link' }>,
  desktop: Desktop,
): Draft {
  const { t } = translations(answerLanguage(ticket))
  const names = namesOf(ticket, desk)
  const unnamed = { ...ticket, visitorName: '' }
  const heading = t('mails:linkSubject', names)
  return toVisitor(
    unnamed,
    desk,
    desktop,
    { subject: heading, heading, button: t('mails:linkButton') },
    [{ kind: 'paragraph', text: t('mails:linkText') }],
    t('mails:linkWhy'),
  )
}

function toVisitor(
  ticket: Ticket,
  desk: Desk,
  desktop: Desktop,
  { subject, heading, button }: { subject: string; heading: string; button: string },
  parts: Part[],
  why?: string,
): Draft {
  const language = answerLanguage(ticket)
  const { t } = translations(language)
  const stop = desktop.stop({ kind: 'visitor', secretHash: ticket.secretHash }, language)
  const back = wayBack(ticket, desk, desktop, t)
  const name = ticket.visitorName
  const hello: Part[] = name ? [{ kind: 'paragraph', text: t('mails:helloName', { name }) }] : []
  const text = back.secret ? button : t('mails:deskButton', { desk: nameOf(desk, t) })
  return {
    to: { name: ticket.visitorName, address: ticket.visitorEmail },
    from: desk.name,
    language,
    subject,
    parts: [
      { kind: 'heading', text: heading },
      ...hello,
      ...parts,
      ...(back.to ? [{ kind: 'button' as const, text, link: back.to }] : []),
      { kind: 'aside', text: back.how },
      {
        kind: 'aside',
        text: why ?? back.why,
        link: { text: t('mails:visitorStop'), to: stop },
      },
    ],
    stop,
    automatic: 'generated',
    deskId: desk.id,
    ticketId: ticket.id,
    replies: { kind: 'ticket', ticketId: ticket.id, publicKey: desk.publicKey },
    recordIds: [ticket.id],
  }
}

function namesOf(ticket: Ticket, desk: Desk) {
  const { t } = translations(answerLanguage(ticket))
  return { desk: desk.name || t('counter:unnamed'), title: titleIn(ticket) }
}
