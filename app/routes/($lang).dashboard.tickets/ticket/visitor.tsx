import type { ReactNode } from 'react'
import { DeskForm } from '~/components/forms/desk-form'
import { Field } from '~/components/forms/field'
import { AddressText } from '~/components/site/address-text'
import { listedState } from '~/domain/tickets/states'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from '../address'
import type { TicketsPage } from '../loader.server'
import type { TicketsAnswer } from './answer'
import type { TicketThread } from './thread-page.server'
import { useVisited, Visited } from './visited'

const mostFiles = 10

interface Props {
  page: TicketsPage
  ticket: TicketThread
  answer?: TicketsAnswer
}

/** A column beside the thread where there is room, else folded below it. */
export function Visitor({ page, ticket, answer }: Props) {
  const { t } = useTranslation()
  const { number: own, visitor, visitorName, visitorEmail, languages, wrote, wasHere } = ticket
  const { tickets = [], fullTickets = false, orders = [], fullOrders = false } = visitor ?? {}
  const search = encodeURIComponent(visitorEmail)
  return (
    <details className="visitor" open={isAnswered(answer) || undefined}>
      <summary>
        <span>{t('tickets:visitor.heading')}</span> <Hint ticket={ticket} />
      </summary>
      <div>
        <h3>{visitorName || t('ledger:visitor')}</h3>
        {visitorEmail && (
          <p>
            <a href={`mailto:${visitorEmail}`}>
              <AddressText text={visitorEmail} />
            </a>
          </p>
        )}
        <p className="quiet">{languages}</p>
        {wrote && <p className="quiet">{wrote}</p>}
        {wasHere && <p className="quiet">{wasHere}</p>}
        <Visited ticket={ticket} />
        <Correction page={page} ticket={ticket} answer={answer} />
        {visitorEmail && (
          <p>
            <AppLink to={`/dashboard/tickets/new?ticket=${own}`}>{t('tickets:writeAgain')}</AppLink>
          </p>
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
        <Files ticket={ticket} />
      </div>
    </details>
  )
}

/** Beside the closed fold, cut to its line: the page that they look at, else how to reach them. */
function Hint({ ticket }: Pick<Props, 'ticket'>) {
  const { t } = useTranslation()
  const page = useVisited(ticket)
  const { visitorEmail, languages } = ticket
  const text = page
    ? t('tickets:visitor.onPage', { page: page.title || page.shown })
    : [visitorEmail, languages].filter(Boolean).join(', ')
  return <span className="hint">{text}</span>
}

function isAnswered(answer: TicketsAnswer | undefined): boolean {
  return Boolean(answer?.errors.visitorName || answer?.errors.visitorEmail)
}

/** A form of its own: what it has is no draft of a reply. */
function Correction({ page, ticket, answer }: Props) {
  const { t } = useTranslation()
  const { number, visitorName, visitorEmail } = ticket
  return (
    <details open={isAnswered(answer) || undefined} key={`${visitorName} ${visitorEmail}`}>
      <summary>{t('tickets:visitor.edit')}</summary>
      <DeskForm
        className="stack"
        id="visitor"
        action={ticketsAddress(page.query, { ticket: number })}
      >
        <Field
          name="visitorName"
          label={t('tickets:visitor.name')}
          defaultValue={visitorName}
          autoComplete="off"
          answer={answer}
        />
        <Field
          name="visitorEmail"
          label={t('tickets:visitor.email')}
          hint={t('tickets:visitor.emailHint')}
          inputMode="email"
          autoComplete="off"
          defaultValue={visitorEmail}
          answer={answer}
        />
        <button className="button second" name="intent" value="visitor">
          {t('tickets:visitor.save')}
        </button>
      </DeskForm>
    </details>
  )
}

/** Of the messages on the page, the newest first; each leads to its message. */
function Files({ ticket: { messages } }: Pick<Props, 'ticket'>) {
  const { t } = useTranslation()
  const files = messages.flatMap(({ seq, attachments = [], original }) =>
    attachments.flatMap(({ id, name }) => (id === original ? [] : { id, name, seq })),
  )
  if (files.length === 0) return null
  return (
    <Part heading={t('tickets:visitor.files')} all={false}>
      {files
        .slice(-mostFiles)
        .reverse()
        .map(({ id, name, seq }) => (
          <li key={id}>
            <a href={`#m-${seq}`}>{name}</a>
          </li>
        ))}
    </Part>
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
