import { useNavigation } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { type ReactNode, useEffect, useRef } from 'react'
import { Field } from '~/components/forms/field'
import { priorities } from '~/domain/tickets/filters'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from '../address'
import type { TicketsPage } from '../loader.server'
import type { Assigned } from '../whose.server'
import type { TicketsAnswer } from './answer'
import type { TicketThread } from './thread-page.server'

interface Props {
  page: TicketsPage
  ticket: TicketThread
  answer?: TicketsAnswer
}

/** Opens where the thing is shown. */
export function Menu({
  name,
  shown,
  open = false,
  children,
}: {
  name: string
  shown: ReactNode
  open?: boolean
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const isSent = useNavigation().state === 'submitting'
  useEffect(() => {
    const menu = details.current
    if (!isSent || !menu?.open) return
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    menu.open = false
  }, [isSent])
  return (
    <details className="menu over" open={open || undefined} ref={details}>
      <summary title={name}>{shown}</summary>
      <div className="choices">{children}</div>
    </details>
  )
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

function TagsMenu({ page, ticket: { tags }, answer }: Props) {
  const { t } = useTranslation()
  const { typed = {}, errors = {} } = answer ?? {}
  const own = tags.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added is a tag by then
  useEffect(() => {
    // An open one has what is being typed.
    const field = document.querySelector<HTMLInputElement>('.menu:not([open]) #tags')
    if (field) field.value = ''
  }, [own])
  return (
    <Menu
      name={t('tickets:tags')}
      shown={
        <span className="chip">
          {tags.length === 0 ? (
            t('tickets:tags')
          ) : (
            <>
              +<span className="visually-hidden"> {t('tickets:tags')}</span>
            </>
          )}
        </span>
      }
      open={Boolean(errors.tags || typed.tags)}
    >
      <div className="stack">
        <div className="with-button">
          <Field
            name="tags"
            form="reply"
            label={t('tickets:organise.addTag')}
            list="desk-tags"
            autoComplete="off"
            answer={answer}
          />
          <button className="button second" form="reply" name="intent" value="tag">
            {t('tickets:bulk.tagSave')}
          </button>
        </div>
        <datalist id="desk-tags">
          {page.tags.map(({ tag }) => !tags.includes(tag) && <option key={tag} value={tag} />)}
        </datalist>
        {tags.length > 0 && (
          <p className="chips">
            {tags.map((tag) => (
              <button
                key={tag}
                className="chip"
                form="reply"
                name="untag"
                value={tag}
                title={t('tickets:organise.untag', { tag })}
                aria-label={t('tickets:organise.untag', { tag })}
              >
                {tag} <span aria-hidden="true">×</span>
              </button>
            ))}
          </p>
        )}
      </div>
    </Menu>
  )
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
