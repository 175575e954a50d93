import type { ReactNode } from 'react'
import { AddressText } from '~/components/site/address-text'
import { listedState } from '~/domain/tickets/states'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from '../address'
import type { TicketThread } from './thread-page.server'

/** Beside the thread where there is room, else folded below it. */
export function Visitor({
  ticket: { number: own, visitor, visitorEmail },
}: {
  ticket: TicketThread
}) {
  const { t } = useTranslation()
  if (!visitor) return null
  const { tickets, fullTickets, orders, fullOrders } = visitor
  const search = encodeURIComponent(visitorEmail)
  return (
    <details className="visitor">
      <summary>{t('tickets:visitor.heading')}</summary>
      <h3>{t('tickets:visitor.heading')}</h3>
      <p className="quiet">
        <AddressText text={t('tickets:visitor.hint', { email: visitorEmail })} />
      </p>
      <p>
        <AppLink to={`/dashboard/tickets/new?ticket=${own}`}>{t('tickets:writeAgain')}</AppLink>
      </p>
      {tickets.length > 0 && (
        <Part
          heading={t('tickets:visitor.tickets')}
          all={fullTickets && `/dashboard/tickets?q=${search}`}
        >
          {tickets.map(({ number, title, state, locale }) => (
            <li key={number}>
              <AppLink
                to={ticketsAddress(
                  { state: 'all', q: '', tag: '', order: 'waiting' },
                  { ticket: number },
                )}
              >
                {number} · <span lang={locale}>{title}</span>
              </AppLink>{' '}
              <span className="quiet">{t(`tickets:state.${listedState(state)}`)}</span>
            </li>
          ))}
        </Part>
      )}
      {orders.length > 0 && (
        <Part
          heading={t('tickets:visitor.orders')}
          all={fullOrders && `/dashboard/orders?q=${search}`}
        >
          {orders.map(({ number, text }) => (
            <li key={number}>
              <AppLink to={`/dashboard/orders?list=all&order=${number}`}>{number}</AppLink>{' '}
              <span className="quiet">{text}</span>
            </li>
          ))}
        </Part>
      )}
    </details>
  )
}

function Part({
  heading,
  all,
  children,
}: {
  heading: string
  all: string | false
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <>
      <h4>{heading}</h4>
      <ul>
        {children}
        {all && (
          <li>
            <AppLink to={all}>{t('tickets:visitor.all')}</AppLink>
          </li>
        )}
      </ul>
    </>
  )
}
