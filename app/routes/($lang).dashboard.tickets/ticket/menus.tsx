import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { priorities } from '~/domain/tickets/filters'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from '../address'
import type { TicketsPage } from '../loader.server'
import type { Assigned } from '../whose.server'
import type { TicketsAnswer } from './answer'
import { Menu } from './menu'
import { TagsMenu } from './tags-menu'
import type { TicketThread } from './thread-page.server'

interface Props {
  page: TicketsPage
  ticket: TicketThread
  answer?: TicketsAnswer
}

/** Each is done at one press. The reply's form has the words that are written, so that none is lost. */
export function Choices({
  form = 'reply',
  name,
  options,
  chosen,
}: {
  form?: string
  name: string
  options: readonly (readonly [value: string, text: ReactNode, title?: string])[]
  chosen?: string
}) {
  return options.map(([value, text, title]) => (
    <button
      key={value}
      className="plain-button"
      form={form}
      name={name}
      value={value}
      title={title}
      aria-current={value === chosen || undefined}
    >
      {text}
    </button>
  ))
}

/** Who works on it, its priority and its tags, each changed where it is shown. */
export function Menus({ page, ticket, answer }: Props) {
  return (
    <>
      {ticket.assigned && (
        <li>
          <AssigneeMenu assigned={ticket.assigned} />
        </li>
      )}
      <li>
        <PriorityMenu ticket={ticket} />
      </li>
      {ticket.tags.map((tag) => (
        <li key={tag} className="chip">
          <AppLink to={ticketsAddress({ state: 'all', q: '', tag, order: 'waiting' })}>
            {tag}
          </AppLink>
        </li>
      ))}
      <li>
        <TagsMenu page={page} ticket={ticket} answer={answer} />
      </li>
    </>
  )
}

function AssigneeMenu({ assigned: { text, choice } }: { assigned: Assigned }) {
  const { label, ...options } = choice
  return (
    <Menu
      name={label}
      shown={
        <span className="tag">
          <span>{text}</span>
        </span>
      }
    >
      <Choices name="assignee" {...options} />
    </Menu>
  )
}

function PriorityMenu({ ticket: { priority } }: Pick<Props, 'ticket'>) {
  const { t } = useTranslation()
  const name = t('tickets:priority')
  const text = priority === 'normal' ? name : t(`ledger:priorityIs.${priority}`)
  return (
    <Menu name={name} shown={<span className={`chip ${priority}`}>{text}</span>}>
      <Choices
        name="intent"
        chosen={`priority-${priority}`}
        options={prioritiesOf(t).map(([each, text]) => [`priority-${each}`, text])}
      />
    </Menu>
  )
}

/** With their names, the highest first. */
export function prioritiesOf(t: TFunction) {
  return priorities.map((each) => [each, t(`ledger:priorityIs.${each}`)] as const).reverse()
}

/** Beside an open ticket, whose menus and buttons have the same names. */
export function Several({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <span>
      {children}
      <span className="visually-hidden">: {t('tickets:bulk.selected')}</span>
    </span>
  )
}
