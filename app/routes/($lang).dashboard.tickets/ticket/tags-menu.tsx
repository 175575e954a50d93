import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { Field } from '~/components/forms/field'
import { WithoutScripts } from '~/components/site/notice'
import type { TagCount } from '~/domain/tickets/filters'
import { splitTags, tagKey } from '~/domain/tickets/tags'
import { useTranslation } from '~/i18n/translation'
import type { TicketsPage } from '../loader.server'
import type { TicketsAnswer } from './answer'
import { Menu } from './menu'
import type { TicketThread } from './thread-page.server'

/** Of those that the ticket does not have. */
const mostShown = 12

export function TagsMenu({
  page,
  ticket: { tags },
  answer,
}: {
  page: TicketsPage
  ticket: TicketThread
  answer?: TicketsAnswer
}) {
  const { t } = useTranslation()
  const { typed = {}, errors = {} } = answer ?? {}
  const own = tags.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was added is a tag by then
  useEffect(() => {
    // An open one has what is being typed.
    const field = document.querySelector<HTMLInputElement>('.menu:not([open]) #tags')
    if (!field?.value) return
    field.value = ''
    field.dispatchEvent(new Event('input', { bubbles: true }))
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
      <TagChoices
        name="tags"
        press="addTag"
        form="reply"
        label={t('tickets:organise.addTag')}
        tags={page.tags}
        own={tags}
        answer={answer}
      >
        <button className="button second" form="reply" name="intent" value="tag">
          {t('tickets:bulk.tagSave')}
        </button>
      </TagChoices>
    </Menu>
  )
}

/**
 * The desk's tags, the most used first, and those that are set, each set or taken away at one press; below them a field
 * for any, and what saves it (`children`). While one types, those that contain what is typed are shown.
 */
export function TagChoices({
  name,
  press,
  form,
  label,
  tags,
  own = [],
  worded = (tag) => tag,
  answer,
  children,
}: {
  name: string
  /** The name of the buttons that set a tag. */
  press: string
  form: string
  label: string
  tags: readonly TagCount[]
  own?: readonly string[]
  worded?: (tag: string) => ReactNode
  answer?: TicketsAnswer
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const part = tagKey(splitTags(typed).at(-1)?.trim() ?? '')
  const set = new Set(own.map(tagKey))
  const others = [...tags]
    .sort((one, other) => other.tickets - one.tickets)
    .flatMap(({ tag }) => (set.has(tagKey(tag)) ? [] : tag))
  const fits = (tag: string) => tagKey(tag).includes(part)
  const shown = others.filter(fits).slice(0, mostShown)
  const shownOwn = own.filter(fits)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is in it has the keys
    <div className="stack" onKeyDown={typeInField}>
      <p className="visually-hidden" role="status">
        {part && t('tickets:organise.fitting', { count: shown.length + shownOwn.length })}
      </p>
      {shown.length + shownOwn.length > 0 && (
        <p className="chips">
          {shown.map((tag) => (
            <button key={tag} className="chip" form={form} name={press} value={tag}>
              {worded(tag)}
            </button>
          ))}
          {shownOwn.map((tag) => (
            <button
              key={tag}
              className="chip set"
              form={form}
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
      <div className="with-button">
        <Field
          name={name}
          form={form}
          label={label}
          list={`all-${name}`}
          autoComplete="off"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          answer={answer}
        />
        {children}
      </div>
      <WithoutScripts>
        <datalist id={`all-${name}`}>
          {others.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </WithoutScripts>
    </div>
  )
}

/** A letter typed on one of the buttons goes on in the field. */
function typeInField({ key, target, currentTarget, ...event }: KeyboardEvent<HTMLElement>) {
  const isLetter = [...key].length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey
  if (isLetter && (target as Element).matches('button'))
    currentTarget.querySelector('input')?.focus()
}
