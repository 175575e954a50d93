import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useProblemFocus } from '~/components/forms/form-problem'
import type { PageHandle } from '~/components/site/page'
import { flash } from '~/http/cookies/flash.server'
import { readMessageForm } from '~/http/forms/message.server'
import { requireDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { useTranslation } from '~/i18n/translation'
import { readListQuery, ticketsAddress } from './address'
import { KeyboardShortcuts } from './keyboard'
import { act } from './ticket/deeds.server'
import { ticketForm } from './ticket/forms.server'
import { PrintSheet } from './ticket/print-sheet'
import { Thread } from './ticket/thread'
import { TicketList } from './ticket-list'
import { readTicketsPage, type TicketsPage, ticketNumber } from './tickets-page.server'

export const handle: PageHandle = {
  page: 'tickets:page',
  i18n: ['tickets', 'ledger', 'thread'],
  sheet: 'dashboard',
  ships: 'app',
  live: true,
  draftForm: (page) => {
    const { ticket, print } = (page as TicketsPage | undefined) ?? {}
    return ticket && !print ? 'reply' : undefined
  },
}

export const headers: HeadersFunction = ({ parentHeaders, actionHeaders }) =>
  new Headers([...parentHeaders, ...actionHeaders])

export async function loader({ context }: LoaderFunctionArgs) {
  const owner = await requireDesk(context)
  const page = await readTicketsPage(owner, context)
  return data(page, { status: page.asked !== null && !page.ticket ? 404 : 200 })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const owner = await requireDesk(context)
  const { url, language } = context
  const place = { deskId: owner.desk.id, side: 'owner' } as const
  const form = await readMessageForm(request, context, place, ticketForm)
  if (form.kind === 'switch-language') return data(form.answer)
  if (form.kind === 'invalid') return data(form.answer, form)
  const done = await act({ ...owner, language, context }, ticketNumber(url) ?? 0, form)
  if (done.kind === 'shown') {
    const uploaded = done.answer.errors.files ? [] : form.uploaded
    return data({ ...done.answer, uploaded }, { status: done.status })
  }
  const query = readListQuery(url.searchParams)
  if (done.kind === 'erased') {
    const headers = { 'Set-Cookie': flash(context, done.notice) }
    return redirect(localizedPath(ticketsAddress(query), language), { status: 303, headers })
  }
  // Moving a ticket keeps the files of an unsent reply.
  if (!done.seq && !done.number && form.uploaded.length > 0) {
    return data({ typed: form.typed, errors: {}, done: done.notice, uploaded: form.uploaded })
  }
  const elsewhere = ticketsAddress(query, { ticket: done.number })
  const address = done.number ? localizedPath(elsewhere, language) : `${context.path}`
  const headers = new Headers()
  if (done.notice) headers.set('Set-Cookie', flash(context, done.notice))
  return redirect(done.seq ? `${address}#m-${done.seq}` : address, { status: 303, headers })
}

export default function Tickets() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  useProblemFocus(answer)
  if (page.print && page.ticket) {
    return <PrintSheet page={page} ticket={page.ticket} />
  }
  return (
    <div className={page.asked === null ? 'desk-tickets' : 'desk-tickets one'}>
      <TicketList page={page} answer={answer} />
      {page.ticket ? (
        <section className="ticket" aria-label={t('thread:heading')}>
          <Thread key={page.ticket.number} page={page} ticket={page.ticket} answer={answer} />
        </section>
      ) : (
        <div className="ticket">
          <p className="empty">
            {page.asked === null
              ? t('tickets:choose')
              : t('tickets:unknown', { number: page.asked })}
          </p>
        </div>
      )}
      <KeyboardShortcuts />
    </div>
  )
}
