import type { Language } from '~/domain/text/languages'
import { formatDateTime } from '~/i18n/formats'
import { useTranslation } from '~/i18n/translation'
import type { Belongings, TakenQuestion, TakenTicket } from './belongings.server'

/** Who the owner is, the desk, and where they are signed in. */
export function Overview({ belongings, now }: { belongings: Belongings; now: Date }) {
  const { t } = useTranslation()
  const { account, desk, sessions } = belongings
  const time = (at: Date) => formatDateTime(at, account.locale, desk.timeZone)
  const { createdAt, lastLoginAt, phoneNumber } = account.identity ?? {}
  return (
    <>
      <h1>{t('takeOut.title')}</h1>
      <p>{t('takeOut.asOf', { time: time(now) })}</p>
      <dl>
        <dt>{t('login.email')}</dt>
        <dd>{account.email}</dd>
        <dt>{t('profile.nameLabel')}</dt>
        <dd>{account.displayName ?? '–'}</dd>
        <dt>{t('takeOut.since')}</dt>
        <dd>{time(account.createdAt)}</dd>
        <dt>{t('takeOut.desk')}</dt>
        <dd>{desk.name || '–'}</dd>
      </dl>
      {createdAt && <p>{t('profile.createdAt', { time: time(createdAt) })}</p>}
      {lastLoginAt && <p>{t('profile.lastLoginAt', { time: time(lastLoginAt) })}</p>}
      {phoneNumber && <p>{t('profile.phoneNumber', { number: phoneNumber })}</p>}
      <h2>{t('settings.devicesHeading')}</h2>
      <ul>
        {sessions.map(({ device, lastLoginAt, lastSeenAt, createdAt }) => (
          <li key={createdAt.toISOString() + device}>
            {device || t('settings.unknownDevice')}:{' '}
            {t('settings.signedIn', { time: time(lastLoginAt) })}
            {', '}
            {t('settings.lastSeen', { time: time(lastSeenAt) })}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What stands above a ticket's messages. */
export function TicketHead({
  ticket,
  language,
  timeZone,
}: {
  ticket: TakenTicket
  language: Language
  timeZone: string
}) {
  const { t } = useTranslation()
  return (
    <>
      <h2>
        {ticket.number} · {ticket.visitorName || t('tickets.visitor')}
      </h2>
      <p className="state">
        {ticket.visitorEmail && <>{ticket.visitorEmail} · </>}
        {formatDateTime(ticket.createdAt, language, timeZone)} ·{' '}
        {t(`tickets.state.${ticket.state}`)}
      </p>
    </>
  )
}

/** What stands above a conversation that the owner began at a counter. */
export function QuestionHead({
  question,
  language,
  timeZone,
}: {
  question: TakenQuestion
  language: Language
  timeZone: string
}) {
  const { t } = useTranslation()
  return (
    <>
      <h2 lang={question.locale}>{question.title}</h2>
      <p className="state">
        {t('dashboard.ownQuestions')} · {question.counter || t('counter.unnamed')} ·{' '}
        {formatDateTime(question.createdAt, language, timeZone)} · {t(`chat.${question.state}`)}
      </p>
    </>
  )
}
