import { useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Field } from '~/components/forms/field'
import { priorities } from '~/domain/tickets/filters'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { ticketsAddress } from '../address'
import type { TicketsPage } from '../loader.server'
import type { TicketsAnswer } from './answer'
import type { TicketThread } from './thread-page.server'
import { WordOrMark } from './tool'

interface Props {
  page: TicketsPage
  ticket: TicketThread
  answer?: TicketsAnswer
}

/** Opens where the thing is shown. Its buttons are the reply form's, so that no text is lost. */
function Menu({
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

/** Each is done at one press. */
function Choices({
  name,
  options,
  chosen,
}: {
  name: string
  options: (readonly [value: string, text: string])[]
  chosen: string
}) {
  return options.map(([value, text]) => (
    <button
      key={value}
      className="plain-button"
      form="reply"
      name={name}
      value={value}
      aria-current={value === chosen || undefined}
    >
      {text}
    </button>
  ))
}

/** Absent where one person answers. */
export function AssigneeMenu({ ticket: { assigned } }: Pick<Props, 'ticket'>) {
  if (!assigned) return null
  const { label, ...choice } = assigned.choice
  return (
    <Menu name={label} shown={<span className="tag">{assigned.text}</span>}>
      <Choices name="assignee" {...choice} />
    </Menu>
  )
}

/** Priority and tags, each with its menu; on a phone two marks while there is nothing to show. */
export function Marks({ page, ticket, answer }: Props) {
  const { priority, tags } = ticket
  const isMarked = tags.length > 0 || priority !== 'normal'
  return (
    <ul className={isMarked ? 'marks set' : 'marks'}>
      <li>
        <PriorityMenu ticket={ticket} />
      </li>
      {tags.map((tag) => (
        <li key={tag} className="chip">
          <AppLink to={ticketsAddress({ state: 'all', q: '', tag, order: 'waiting' })}>
            {tag}
          </AppLink>
        </li>
      ))}
      <li>
        <TagsMenu page={page} ticket={ticket} answer={answer} />
      </li>
    </ul>
  )
}

/** A chip, or a mark on a phone. */
function Mark({
  tool,
  look = '',
  text,
}: {
  tool: 'priority' | 'tags'
  look?: string
  text: string
}) {
  return (
    <span className={`chip ${look}`}>
      <WordOrMark tool={tool}>{text}</WordOrMark>
    </span>
  )
}

function PriorityMenu({ ticket: { priority } }: Pick<Props, 'ticket'>) {
  const { t } = useTranslation()
  const name = t('tickets:priority')
  const text = priority === 'normal' ? name : t(`ledger:priorityIs.${priority}`)
  return (
    <Menu name={name} shown={<Mark tool="priority" look={priority} text={text} />}>
      <Choices
        name="intent"
        chosen={`priority-${priority}`}
        options={priorities
          .map((each) => [`priority-${each}`, t(`tickets:priorities.${each}`)] as const)
          .reverse()}
      />
    </Menu>
  )
}

function TagsMenu({ page, ticket: { tags }, answer }: Props) {
  const { t } = useTranslation()
  const { typed = {}, errors = {} } = answer ?? {}
  const own = tags.join(', ')
  useEffect(() => {
    // An open one has what is being typed.
    const field = document.querySelector<HTMLInputElement>('.menu:not([open]) #tags')
    if (field) field.value = own
  }, [own])
  const suggested = page.tags.filter(({ tag }) => !tags.includes(tag))
  return (
    <Menu
      name={t('tickets:tags')}
      shown={<Mark tool="tags" text={t('tickets:tags')} />}
      open={Boolean(errors.tags) || (typed.tags ?? own) !== own}
    >
      <div className="stack">
        <Field
          name="tags"
          form="reply"
          label={t('tickets:tags')}
          hint={t('tickets:organise.tagsHint')}
          list="desk-tags"
          autoComplete="off"
          defaultValue={own}
          answer={answer}
        />
        {/* Each option is the field's content plus one tag. */}
        <datalist id="desk-tags">
          {suggested.map(({ tag }) => (
            <option key={tag} value={[...tags, tag].join(', ')} />
          ))}
        </datalist>
        <button className="button second" form="reply" name="intent" value="tag">
          {t('tickets:organise.saveTags')}
        </button>
      </div>
    </Menu>
  )
}
