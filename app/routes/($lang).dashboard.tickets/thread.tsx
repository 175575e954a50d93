import { ThreadItems } from '~/components/thread'
import type { FormAnswer } from '~/domain/forms'
import { useLanguage } from '~/i18n/language'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Reply } from './reply'
import { ticketsAddress } from './ticket-list'
import type { TicketsPage, TicketThread } from './tickets-page.server'

/** One ticket: who writes, what was said, and what can be done about it. */
export function Thread({
  page,
  ticket,
  answer,
}: {
  page: TicketsPage
  ticket: TicketThread
  answer?: FormAnswer
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const name = ticket.visitorName || t('tickets.visitor')
  return (
    <>
      <AppLink className="back" to={ticketsAddress(page.state)}>
        ← {t('tickets.back')}
      </AppLink>
      <header className="ticket-head">
        <div>
          <h2>
            {ticket.number} · {name}
          </h2>
          <p className="quiet">
            {ticket.visitorEmail && (
              <>
                <a href={`mailto:${ticket.visitorEmail}`}>{ticket.visitorEmail}</a>
                {', '}
              </>
            )}
            {ticket.locale === 'de' ? t('tickets.writesGerman') : t('tickets.writes')}
          </p>
          {ticket.followUp && <p className="quiet">{t('tickets.follows')}</p>}
        </div>
        <span className="tag">{t(`tickets.${ticket.state}`)}</span>
      </header>
      {ticket.earlier && (
        <p>
          <AppLink to={`${ticketsAddress(page.state, ticket.number)}&all`}>
            {t('tickets.earlier')}
          </AppLink>
        </p>
      )}
      <ol className="thread">
        <ThreadItems
          messages={ticket.messages}
          view={{
            viewer: 'owner',
            language,
            timeZone: page.timeZone,
            other: name,
            seenSeq: ticket.seenSeq,
            now: page.now,
          }}
        />
      </ol>
      <Reply ticket={ticket} address={ticketsAddress(page.state, ticket.number)} answer={answer} />
    </>
  )
}
