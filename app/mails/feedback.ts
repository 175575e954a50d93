import type { FeedbackContent } from '~/domain/letters/feedback-mails'
import { translations } from '~/i18n/translation.server'
import { formatDateTime } from './dates'
import type { Desktop, Draft } from './draft'
import type { Part } from './parts'
import { replyHint, replyTo } from './replies'

export function feedbackGiven(
  { account, desk, feedback }: FeedbackContent,
  desktop: Desktop,
): Draft {
  const language = account.locale
  const { t } = translations(language)
  const stop = desktop.stop({ kind: 'owner', uid: account.uid }, language)
  const [one] = feedback.length === 1 ? feedback : []
  const said = feedback.map(({ rating, comment, createdAt, number }): Part => {
    const time = formatDateTime(createdAt, language, desk.timeZone)
    return {
      kind: 'words',
      by: t('mails:feedbackBy', { rating: t('layout:ratingOf', { rating }), time }),
      text: comment || t('mails:feedbackNoComment'),
      ...(number !== undefined && {
        link: desktop.address(`/dashboard/tickets?ticket=${number}`, language),
      }),
    }
  })
  return {
    to: { name: '', address: account.email },
    from: '',
    language,
    subject: t('mails:feedbackSubject', { count: feedback.length }),
    parts: [
      {
        kind: 'heading',
        text: t('mails:feedbackHeading', { desk: desk.name || t('counter:unnamed') }),
      },
      ...said,
      {
        kind: 'button',
        text: t('mails:feedbackButton'),
        link: desktop.address('/dashboard/feedback', language),
      },
      replyHint(one?.email, t),
      {
        kind: 'aside',
        text: t('mails:feedbackWhy'),
        link: {
          text: t('mails:newsSettings'),
          to: desktop.address('/dashboard/settings/notifications', language),
        },
      },
      { kind: 'aside', text: '', link: { text: t('mails:newsStop'), to: stop } },
    ],
    stop,
    automatic: 'generated',
    deskId: desk.id,
    replies: replyTo(one?.email),
    recordIds: feedback.map(({ id, ticketId }) => ticketId ?? id),
  }
}
