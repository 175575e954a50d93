import { memberName } from '~/components/tickets/byline.server'
import type { Membership } from '~/domain/desks/members'
import { isShared } from '~/domain/desks/people'
import type { Language } from '~/domain/text/languages'
import { channels, priorities, type TagCount, ticketOrders } from '~/domain/tickets/filters'
import { translations } from '~/i18n/translation.server'
import { changedTimes, type ListQuery, ownListIn } from './address'
import { assigneesOf, nobody } from './whose.server'

/** A field of the filter: its values with their names. */
export interface FilterChoice {
  name: string
  label: string
  chosen: string
  options: [value: string, name: string][]
}

/** What a list can be narrowed to and ordered by, as its address has it. */
export function filterChoices(
  query: ListQuery,
  tags: readonly TagCount[],
  { desk, member }: Membership,
  language: Language,
): FilterChoice[] {
  const { t } = translations(language)
  const { tag, priority = '', channel = '', changed = '', order } = query
  const whose = ownListIn(query) ? '' : (query.whose ?? query.assignee ?? '')
  const any: [string, string] = ['', t('history:filter.any')]
  const people = assigneesOf(desk, language).map(([uid, name]): [string, string] => {
    return [uid === nobody ? 'nobody' : uid === member.uid ? 'mine' : uid, name]
  })
  const choice = (name: string, label: string, chosen: string, options: [string, string][]) => {
    return { name, label, chosen, options }
  }
  return [
    choice('tag', t('history:filter.tag'), tag, [
      any,
      ...tags.map(({ tag, tickets }): [string, string] => [tag, `${tag} (${tickets})`]),
    ]),
    choice('priority', t('tickets:priority'), priority, [
      any,
      ...named([...priorities].reverse(), (each) => t(`tickets:priorities.${each}`)),
    ]),
    ...(isShared(desk)
      ? [choice('whose', t('history:whose.choice'), whose, [any, ...people])]
      : []),
    choice('changed', t('history:filter.changed'), changed, [
      ['', t('history:filter.anyTime')],
      ...named(changedTimes, (each) => t(`history:filter.changedIn.${each}`)),
    ]),
    choice('channel', t('history:filter.channel'), channel, [
      any,
      ...named(channels, (each) => t(`history:filter.channels.${each}`)),
    ]),
    choice(
      'order',
      t('history:filter.order'),
      order,
      named(ticketOrders, (each) => t(`history:filter.orders.${each}`)),
    ),
  ]
}

function named<Value extends string>(values: readonly Value[], name: (value: Value) => string) {
  return values.map((each): [string, string] => [each, name(each)])
}

/** What a list is narrowed to beside its words, its state and the lists above it, in words. */
export function narrowedTo(
  { tag, priority, channel, changed, assignee, order }: ListQuery,
  { desk }: Membership,
  language: Language,
): string {
  const { t } = translations(language)
  const parts = [
    tag && `${t('history:filter.tag')}: ${tag}`,
    priority && t(`ledger:priorityIs.${priority}`),
    channel && t(`history:filter.channels.${channel}`),
    changed && `${t('history:filter.changed')}: ${t(`history:filter.changedIn.${changed}`)}`,
    assignee && `${t('history:whose.choice')}: ${memberName(desk, assignee, language)}`,
    order !== 'waiting' && t(`history:filter.orders.${order}`),
  ]
  return parts.filter(Boolean).join(' · ')
}
