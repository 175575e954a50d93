import 'virtual:room-words/tickets'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/components/page'
import { requireDesk } from '~/http/access.server'
import { flash } from '~/http/flash.server'
import { readForm } from '~/http/forms.server'
import { languageOfPath } from '~/i18n/addresses'
import { useTranslation } from '~/i18n/translation'
import { act, ticketForm } from './deeds.server'
import { Thread } from './thread'
import { TicketList } from './ticket-list'
import { readTicketsPage, type TicketsPage, ticketNumber } from './tickets-page.server'

export const handle: PageHandle = {
  page: 'tickets',
  sheet: 'dashboard',
  ships: 'app',
  draftForm: (page) => ((page as TicketsPage | undefined)?.ticket ? 'reply' : undefined),
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const owner = await requireDesk(context, request)
  const page = await readTicketsPage(owner, new URL(request.url), context)
  return data(page, { status: page.asked !== null && !page.ticket ? 404 : 200 })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { desk, session } = await requireDesk(context, request)
  const url = new URL(request.url)
  const number = ticketNumber(url)
  const form = await readForm(request, ticketForm)
  if (form.kind === 'switch-language') return data(form.answer)
  if (form.kind === 'invalid') return data(form.answer, { status: 400 })
  const language = languageOfPath(url.pathname)
  const done = await act({ desk, session, language, context }, number ?? 0, form)
  if (done.kind === 'kept') return data(done.answer)
  if (done.kind === 'refused') return data(done.answer, { status: 409 })
  if (done.kind === 'unknown') return data(done.answer, { status: 404 })
  const address = `${url.pathname}${url.search}${done.seq ? `#m-${done.seq}` : ''}`
  if (!done.notice) return redirect(address, 303)
  const headers = { 'Set-Cookie': await flash(done.notice, context.now()) }
  return redirect(address, { status: 303, headers })
}

export default function Tickets() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className={page.asked === null ? 'desk-tickets' : 'desk-tickets one'}>
      <TicketList page={page} />
      <section className="ticket" aria-label={t('chat.thread')}>
        {page.ticket ? (
          <Thread key={page.ticket.number} page={page} ticket={page.ticket} answer={answer} />
        ) : (
          <p className="empty">
            {page.asked === null
              ? t('tickets.choose')
              : t('tickets.unknown', { number: page.asked })}
          </p>
        )}
      </section>
    </div>
  )
}
