import { nothingLeft } from '~/domain/export/export'
import type { Language } from '~/domain/text/languages'
import { listedState } from '~/domain/tickets/states'
import { formatDateTime } from '~/i18n/formats'
import { useTranslation } from '~/i18n/translation'
import type { Belongings, TakenQuestion, TakenTicket } from './belongings.server'

export function Overview({ belongings, now }: { belongings: Belongings; now: Date }) {
  const { t } = useTranslation()
  const { account, counter, timeZone, sessions } = belongings
  const time = (at: Date) => formatDateTime(at, account.locale, timeZone)
  const { createdAt, lastLoginAt, phoneNumber } = account.identity ?? {}
  return (
    <>
      <h1>{t('export:title')}</h1>
      <p>{t('export:asOf', { time: time(now) })}</p>
      <dl>
        <dt>{t('login:email')}</dt>
        <dd>{account.email}</dd>
        <dt>{t('profile:nameLabel')}</dt>
        <dd>{account.displayName ?? '–'}</dd>
        <dt>{t('export:since')}</dt>
        <dd>{time(account.createdAt)}</dd>
        <dt>{t('export:desk')}</dt>
        <dd>{counter || '–'}</dd>
      </dl>
      {createdAt && <p>{t('profile:createdAt', { time: time(createdAt) })}</p>}
      {lastLoginAt && <p>{t('profile:lastLoginAt', { time: time(lastLoginAt) })}</p>}
      {phoneNumber && <p>{t('profile:phoneNumber', { number: phoneNumber })}</p>}
      <h2>{t('account:devicesHeading')}</h2>
      <ul>
        {sessions.map(({ device, lastLoginAt, lastSeenAt, createdAt, provedAt: _, ...left }) => {
          nothingLeft(left)
          return (
            <li key={createdAt.toISOString() + device}>
              {device || t('account:unknownDevice')}:{' '}
              {t('account:signedIn', { time: time(lastLoginAt) })}
              {', '}
              {t('account:lastSeen', { time: time(lastSeenAt) })}
            </li>
          )
        })}
      </ul>
      {account.passkeys.length > 0 && (
        <>
          <h2>{t('profile:passkeysHeading')}</h2>
          <ul>
            {account.passkeys.map(({ name, createdAt, lastUsedAt, ...left }) => {
              nothingLeft(left)
              return (
                <li key={createdAt.toISOString() + name}>
                  {name || t('profile:passkeyNameless')}:{' '}
                  {t('profile:passkeySince', { day: time(createdAt) })}
                  {lastUsedAt && `, ${t('profile:passkeyUsed', { day: time(lastUsedAt) })}`}
                </li>
              )
            })}
          </ul>
        </>
      )}
    </>
  )
}

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
        {ticket.number} · {ticket.visitorName || ticket.visitorEmail || t('ledger:visitor')}
      </h2>
      <p className="state">
        {ticket.visitorName && ticket.visitorEmail && <>{ticket.visitorEmail} · </>}
        {formatDateTime(ticket.createdAt, language, timeZone)} ·{' '}
        {t(`tickets:state.${listedState(ticket.state)}`)}
      </p>
    </>
  )
}

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
  const { title, locale, counter, createdAt, state, ...others } = question
  const { visitorName: _, visitorEmail: __, ownerSeenSeq: ___, updatedAt: ____, ...left } = others
  nothingLeft(left)
  return (
    <>
      <h2 lang={locale}>{title}</h2>
      <p className="state">
        {t('overview:ownQuestions')} · {counter || t('counter:unnamed')} ·{' '}
        {formatDateTime(createdAt, language, timeZone)} · {t(`chat:${state}`)}
      </p>
    </>
  )
}
