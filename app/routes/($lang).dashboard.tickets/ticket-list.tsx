import { useNavigation } from '@remix-run/react'
import { Fragment } from 'react'
import { Ledger } from '~/components/shop/ledger'
import { ticketStates } from '~/domain/tickets/states'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from './address'
import { Bulk } from './bulk'
import { Search } from './search'
import type { TicketsAnswer } from './ticket/forms.server'
import type { TicketsPage } from './tickets-page.server'

/** The list beside the thread: what it shows is chosen above it, what is done with many below that. */
export function TicketList({ page, answer }: { page: TicketsPage; answer?: TicketsAnswer }) {
  const { t } = useTranslation()
  const busy = useNavigation().state === 'loading'
  const { query, counts, lines, next } = page
  // Held tickets are rare: their tab is there when there are some.
  const shown = ticketStates.filter((each) => each !== 'held' || counts.held > 0)
  const narrowed = Boolean(query.q || query.tag || query.priority)
  // With a ticket open, its form takes the chosen ones along, so that no typed text is lost.
  const form = page.ticket ? 'reply' : 'bulk'
  return (
    <section className="list" aria-label={t('tickets:list')} aria-busy={busy || undefined}>
      <h1>{t('tickets:heading')}</h1>
      <Search page={page} />
      <nav className="states" aria-label={t('tickets:states')}>
        {[...shown, ...(narrowed ? (['all'] as const) : [])].map((state) => (
          <Fragment key={state}>
            <AppLink
              to={ticketsAddress({ ...query, state })}
              aria-current={state === query.state ? 'page' : undefined}
            >
              {t(`tickets:state.${state}`)} {state !== 'all' && !narrowed && counts[state]}
            </AppLink>{' '}
          </Fragment>
        ))}
      </nav>
      <Bulk form={form} page={page} answer={answer} />
      {lines.length === 0 ? (
        <p className="quiet">
          {narrowed || query.state === 'all'
            ? t('tickets:nothingFound')
            : t(`tickets:empty.${query.state}`)}
        </p>
      ) : (
        <Ledger
          // The ticks are new with the address.
          key={[query.state, page.after, page.allChosen].join('\n')}
          lines={lines}
          chosen={page.ticket?.number}
          // Where the newest words are, and the field for the answer.
          address={(ticket) => `${ticketsAddress(query, { ticket })}#reply`}
          now={page.now}
          timeZone={page.timeZone}
          // What is to be erased stays as it was ticked.
          form={answer?.eraseChosen ? undefined : form}
          ticked={page.allChosen}
        />
      )}
      {next && (
        <p>
          <AppLink to={ticketsAddress(query, { after: next })}>{t('tickets:more')}</AppLink>
        </p>
      )}
    </section>
  )
}
