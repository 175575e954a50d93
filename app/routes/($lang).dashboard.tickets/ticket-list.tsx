import { Ledger } from '~/components/ledger'
import { type TicketState, ticketStates } from '~/domain/ticket-states'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { TicketsPage } from './tickets-page.server'

/** The address of a list, and of a ticket beside it. */
export function ticketsAddress(state: TicketState, ticket?: number): string {
  const query = new URLSearchParams()
  if (state !== 'open') query.set('state', state)
  if (ticket !== undefined) query.set('ticket', String(ticket))
  return query.size > 0 ? `/dashboard/tickets?${query}` : '/dashboard/tickets'
}

export function TicketList({ page }: { page: TicketsPage }) {
  const { t } = useTranslation()
  const { state, counts, lines, next } = page
  // Held tickets are rare: their tab is there when there are some.
  const shown = ticketStates.filter((each) => each !== 'held' || counts.held > 0)
  return (
    <section className="list" aria-label={t('tickets.list')}>
      <h1>{t('tickets.heading')}</h1>
      <nav className="states" aria-label={t('tickets.states')}>
        {shown.map((each) => (
          <AppLink
            key={each}
            to={ticketsAddress(each)}
            aria-current={each === state ? 'page' : undefined}
          >
            {t(`tickets.${each}`)} {counts[each]}
          </AppLink>
        ))}
      </nav>
      {lines.length === 0 ? (
        <p className="quiet">{t(`tickets.empty.${state}`)}</p>
      ) : (
        <Ledger
          lines={lines}
          chosen={page.ticket?.number}
          address={(number) => ticketsAddress(state, number)}
          now={page.now}
          timeZone={page.timeZone}
        />
      )}
      {next && (
        <p>
          <AppLink to={`/dashboard/tickets?${new URLSearchParams({ state, after: next })}`}>
            {t('tickets.more')}
          </AppLink>
        </p>
      )}
    </section>
  )
}
