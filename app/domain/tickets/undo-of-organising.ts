import { z } from 'zod'
import { languages } from '../text/languages'
import { entry } from './changes'
import { priorities } from './filters'
import { hasReadAll, readAgain } from './reading'
import { joinTags, tagKey } from './tags'
import type { Ticket, TicketChange } from './tickets'

/** Short, so that a page of tickets fits into a cookie. */
export const moment = z.number().pipe(z.coerce.date())

export const number = z.number().int().positive()

export interface Undoing {
  /** Undefined once somebody has changed what the step had changed. */
  change(ticket: Ticket, now: Date): TicketChange | undefined
  /** Whether a ticket in which the step was undone is still as before it. */
  isAsBefore(ticket: Ticket): boolean
}

/** The field that a step sets, and the kind of its line of history. */
const fields = {
  assign: { field: 'assignee', kind: 'assigned' },
  priority: { field: 'priority', kind: 'priority' },
  language: { field: 'answerLocale', kind: 'language' },
} as const

type SettingEvent = keyof typeof fields

/** Null for nobody's, and for the language of the visitor's page. */
const value = z.string().nullable()

export const setting = z.object({
  event: z.enum(['assign', 'priority', 'language']),
  at: moment,
  to: value,
  /** Of 'assign': the member who was given the tickets. */
  reader: z.string().optional(),
  /** What each ticket had before, and up to which message its new owner had read all of it. */
  before: z
    .array(
      z
        .tuple([number, value])
        .rest(number)
        .transform(([number, was, read]) => ({ number, was, read })),
    )
    .min(1),
})

export const tagging = z.object({
  event: z.enum(['tag', 'untag']),
  at: moment,
  tags: z.array(z.string()),
  /** Of 'tag': which of them are new to each ticket, by their places. Of 'untag': where each was. */
  before: z
    .array(
      z
        .tuple([number, z.array(z.number().int().nonnegative()).min(1)])
        .transform(([number, places]) => ({ number, places })),
    )
    .min(1),
})

type Setting = z.output<typeof setting>
type Tagging = z.output<typeof tagging>

/**
 * Of a ticket whose field became `to`; undefined where it was that already. `reader` is a member for whom it
 * became unread by that.
 */
export function undoOfSetting(
  event: SettingEvent,
  before: Ticket,
  to: string | undefined,
  at: Date,
  reader?: string,
): string | undefined {
  const was = before[fields[event].field]
  if (was === to) return undefined
  const read = reader !== undefined && hasReadAll(before, reader) ? [before.lastSeq] : []
  return JSON.stringify({
    event,
    at: at.getTime(),
    to: to ?? null,
    reader,
    before: [[before.number, was ?? null, ...read]],
  })
}

/** Of a ticket that got those of the tags that it did not have; undefined where it had them all. */
export function undoOfTagging(
  { number, tags: there }: Ticket,
  tags: readonly string[],
  at: Date,
): string | undefined {
  const known = new Set(there.map(tagKey))
  const added = tags.flatMap((tag, index) => (known.has(tagKey(tag)) ? [] : [index]))
  if (added.length === 0) return undefined
  return JSON.stringify({ event: 'tag', at: at.getTime(), tags, before: [[number, added]] })
}

/** Of a ticket that lost a tag; undefined where it did not have it. */
export function undoOfUntagging(
  { number, tags: there }: Ticket,
  removed: string,
  at: Date,
): string | undefined {
  const place = there.findIndex((tag) => tagKey(tag) === tagKey(removed))
  if (place < 0) return undefined
  const tags = there.slice(place, place + 1)
  return JSON.stringify({ event: 'untag', at: at.getTime(), tags, before: [[number, [place]]] })
}

export function undoSetting(
  { event, to, reader }: Setting,
  { was, read }: Setting['before'][number],
): Undoing {
  const { field } = fields[event]
  return {
    change(ticket, now) {
      if (ticket[field] !== (to ?? undefined)) return undefined
      const again = reader && read ? readAgain(ticket, reader, read) : {}
      return { ...setTo(event, was ?? undefined, now), ...again }
    },
    isAsBefore: (ticket) => ticket[field] === (was ?? undefined),
  }
}

export function setTo(event: SettingEvent, value: string | undefined, now: Date): TicketChange {
  const history = [entry('owner', fields[event].kind, value ?? '', now)]
  if (event === 'assign') return { assignee: value, history }
  if (event === 'priority') return { priority: priorities.find((each) => each === value), history }
  return { answerLocale: languages.find((each) => each === value), history }
}

export function undoTagging(
  { event, tags }: Tagging,
  { places }: Tagging['before'][number],
): Undoing {
  return event === 'tag'
    ? untagAgain(places.map((place) => tags[place] ?? ''))
    : tagAgain(tags[0] ?? '', places[0] ?? 0)
}

/** Tags that others have added meanwhile stay. */
function untagAgain(added: string[]): Undoing {
  const keys = new Set(added.map(tagKey))
  const isAdded = (tag: string) => keys.has(tagKey(tag))
  return {
    change: ({ tags }, now) =>
      tags.filter(isAdded).length === keys.size
        ? withTags(
            tags.filter((tag) => !isAdded(tag)),
            now,
          )
        : undefined,
    isAsBefore: ({ tags }) => !tags.some(isAdded),
  }
}

/** Where it was. Refused where somebody has added it meanwhile, or more than there is room for. */
function tagAgain(removed: string, place: number): Undoing {
  const isThere = ({ tags }: Ticket) => tags.some((tag) => tagKey(tag) === tagKey(removed))
  return {
    change: (ticket, now) => {
      const all = ticket.tags.toSpliced(place, 0, removed)
      const hasRoom = joinTags(all, []).length === all.length
      return hasRoom && !isThere(ticket) ? withTags(all, now) : undefined
    },
    isAsBefore: isThere,
  }
}

export function withTags(tags: string[], now: Date): TicketChange {
  return { tags, history: [entry('owner', 'tags', tags.join(', '), now)] }
}
