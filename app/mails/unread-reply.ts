import type { MailContent } from '~/domain/letters/mail-content'
import { translations } from '~/i18n/translation.server'
import type { Desktop, Draft } from './draft'

/** Brings nothing of what the member wrote: it is kept at the desk. */
export function replyUnread(
  { account, desk, kept, ticket, why, repliesTo }: Extract<MailContent, { kind: 'reply-unread' }>,
  desktop: Desktop,
): Draft {
  const language = account.locale
  const { t } = translations(language)
  const about = { number: ticket.number, title: ticket.title }
  const paragraphs = why
    ? [
        t('mails:unread.noteWhy', { ...about, reason: t(`mails:unread.reasons.${why}`) }),
        t('mails:unread.note'),
      ]
    : [t('mails:unread.why', about)]
  return {
    to: { name: '', address: account.email },
    from: '',
    language,
    subject: t(`mails:unread.${why ? 'noteSubject' : 'subject'}`, about),
    parts: [
      { kind: 'heading', text: t(`mails:unread.${why ? 'noteHeading' : 'heading'}`) },
      ...paragraphs.map((text) => ({ kind: 'paragraph' as const, text })),
      {
        kind: 'button',
        text: t('mails:unread.answer'),
        link: desktop.address(`/dashboard/tickets?ticket=${ticket.number}#newest`, language),
      },
      { kind: 'aside', text: t('mails:unread.often') },
    ],
    automatic: 'replied',
    deskId: desk.id,
    ticketId: kept.id,
    apart: true,
    repliesTo: repliesTo?.messageId,
    replies: { kind: 'desk', publicKey: desk.publicKey },
    recordIds: [kept.id, ticket.id],
  }
}
