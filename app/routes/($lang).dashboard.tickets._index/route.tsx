import { type ShouldRevalidateFunction, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { lazy, Suspense } from 'react'
import { useProblemFocus } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { type PageHandle, titleWithin } from '~/components/site/page'
import { isDraftKept } from '~/components/site/press'
import { lazyExtra } from '~/components/updates/fetch-retry'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from '../($lang).dashboard.tickets/address'
import { useFirstTicket } from '../($lang).dashboard.tickets/first-ticket'
import type { ListPage, TicketsPage } from '../($lang).dashboard.tickets/loader.server'
import type { TicketsAnswer } from '../($lang).dashboard.tickets/ticket/answer'
import type { TicketPage } from '../($lang).dashboard.tickets/ticket/loader.server'
import { Thread } from '../($lang).dashboard.tickets/ticket/thread'
import { TicketList } from '../($lang).dashboard.tickets/ticket-list'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from '../($lang).dashboard.tickets/actions.server'
export { loader } from '../($lang).dashboard.tickets/ticket/loader.server'

export const handle: PageHandle = {
  page: 'tickets:page',
  i18n: ['tickets', 'ledger', 'saved', 'thread'],
  stylesheet: 'desk',
  scripts: 'react',
  live: ['tickets', 'orders'],
  allows: ['frames'],
  details: (data, t) => {
    const { ticket, print, title = [] } = (data ?? {}) as Partial<TicketPage>
    const about = title.length > 0 ? titleWithin(t, 'tickets:page', ...title) : undefined
    return { draftForm: ticket && !print ? 'reply' : undefined, about }
  },
}

/** A conflict means that the ticket is out of date, even where no live event has come. */
export const shouldRevalidate: ShouldRevalidateFunction = (asked) =>
  !isDraftKept(asked) && (asked.defaultShouldRevalidate || asked.actionStatus === 409)

/** The list and the ticket beside it, each as its own loader last read it. */
function useTicketsPage(): TicketsPage {
  const list = useRouteLoaderData('routes/($lang).dashboard.tickets') as ListPage
  return { ...list, ...(useLoaderData() as TicketPage) }
}

/** Needed only once the page is there. */
const KeyboardShortcuts = lazyExtra(
  () => import('../($lang).dashboard.tickets/keyboard'),
  () => <div className="keys" />,
)

/** Rare. */
const EmptyDesk = lazy(() => import('../($lang).dashboard.tickets/empty-desk'))
const PrintPage = lazy(() => import('../($lang).dashboard.tickets/ticket/print-page'))

export default function Tickets() {
  const { t } = useTranslation()
  const page = useTicketsPage()
  const answer = useForm<TicketsAnswer>()
  useProblemFocus(answer)
  useFirstTicket(page)
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
        <EmptyDesk page={page} />
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
        <section className="ticket" aria-label={t('thread:heading')}>
          {/* By its address: a ticket that is merged while one writes in it keeps the words, and the focus. */}
          <Thread
            key={page.asked ?? page.ticket.number}
            page={page}
            ticket={page.ticket}
            answer={answer}
          />
        </section>
      ) : (
        <div className="ticket">
          {back}
          <Suspense>
            <EmptyDesk page={page} />
          </Suspense>
        </div>
      )}
      <Suspense>
        <KeyboardShortcuts take={page.takeKey} />
      </Suspense>
    </div>
  )
}
