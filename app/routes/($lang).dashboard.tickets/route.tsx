import { type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { lazy, Suspense } from 'react'
import { useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { type PageHandle, type PageSubject, titleWithin } from '~/components/site/page'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress, usualState } from './address'
import { KeyboardShortcuts } from './keyboard'
import type { TicketsPage } from './loader.server'
import type { TicketsAnswer } from './ticket/answer'
import { Thread } from './ticket/thread'
import { TicketList } from './ticket-list'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'tickets:page',
  i18n: ['tickets', 'ledger', 'thread'],
  stylesheet: 'desk',
  scripts: 'react',
  live: ['tickets', 'orders'],
  details: (data, t) => {
    const page = data as TicketsPage | undefined
    const draftForm = page?.ticket && !page.print ? 'reply' : undefined
    return { draftForm, about: subjectOf(page, t) }
  },
}

/** A conflict means that the page is out of date, even where no live event has come. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionStatus,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate || actionStatus === 409

function subjectOf(page: TicketsPage | undefined, t: TFunction): PageSubject | undefined {
  const { ticket, query, whose = [] } = page ?? {}
  if (ticket) {
    const name = ticket.visitorName || ticket.visitorEmail || t('ledger:visitor')
    return titleWithin(t, 'tickets:page', `${ticket.number} · ${name}`)
  }
  if (!query) return undefined
  const { q, tag, priority } = query
  const own = query.whose && whose.find((each) => each.whose === query.whose)?.name
  const narrowed = [q, tag, priority && t(`ledger:priorityIs.${priority}`), own]
  const state = query.state !== usualState(query) && t(`tickets:state.${query.state}`)
  const parts = [...narrowed, state].flatMap((part) => part || [])
  return parts.length > 0 ? titleWithin(t, 'tickets:page', ...parts) : undefined
}

/** Rare. */
const EmptyDesk = lazy(() => import('./empty-desk'))
const PrintPage = lazy(() => import('./ticket/print-page'))

export default function Tickets() {
  const { t } = useTranslation()
  const page = useLoaderData() as TicketsPage
  const answer = useForm<TicketsAnswer>()
  useProblemFocus(answer)
  if (page.print && page.ticket) {
    return (
      <Suspense>
        <PrintPage page={page} ticket={page.ticket} />
      </Suspense>
    )
  }
  if (page.chatAddress) {
    return (
      <Suspense>
        <EmptyDesk chatAddress={page.chatAddress} />
      </Suspense>
    )
  }
  const back = page.asked !== null && (
    <AppLink className="back" to={ticketsAddress(page.query)}>
      ← {t('tickets:back')}
    </AppLink>
  )
  return (
    <div className={page.asked === null ? 'desk-tickets' : 'desk-tickets one'}>
      <TicketList page={page} answer={answer} />
      {page.ticket ? (
        <section
          className={page.ticket.visitor ? 'ticket with-visitor' : 'ticket'}
          aria-label={t('thread:heading')}
        >
          {back}
          <Thread key={page.ticket.number} page={page} ticket={page.ticket} answer={answer} />
        </section>
      ) : (
        <div className="ticket">
          {back}
          {(page.asked !== null || page.lines.length > 0) && (
            <p className="empty">
              {page.asked === null
                ? t('tickets:choose')
                : t('tickets:unknown', { number: page.asked })}
            </p>
          )}
        </div>
      )}
      <KeyboardShortcuts take={page.takeKey} />
    </div>
  )
}
