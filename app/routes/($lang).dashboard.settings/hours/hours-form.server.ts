import { type Exception, endOf, type Slot, type Week } from '~/domain/desks/hours'
import type { FormAnswer, FormErrors } from '~/domain/forms/forms'
import { nameLine } from '~/domain/text/single-line'
import { minutesPerDay as day, readDay, readTime } from '~/domain/time/typed'
import type { Form } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { exceptionField, slotField, slotsIn } from './field-names'

export type Typed = FormAnswer['typed']
type Read<Value> = { value: Value; errors: FormErrors }

const mostSlots = 12
export const mostExceptions = 100
const longestLabel = 80

/** The form with other fields or values; nothing is saved. */
export function changing(change: (typed: Typed) => Typed): Form<OwnDesk> {
  return { run: (_, { typed }) => ({ status: 200, typed: { ...typed, ...change(typed) } }) }
}

export function emptyField(name: string): Typed {
  return { [name]: '', focus: name }
}

/** Empty slots are ignored; `errors` is empty if all is valid. */
export function readWeek(typed: Typed): Read<Week> {
  const errors: FormErrors = {}
  const taken: (Slot & { night?: string })[] = []
  const week = Array.from({ length: 7 }, (_, weekday) => {
    const slots: Slot[] = []
    for (let index = 0; index < Math.min(slotsIn(typed, weekday), mostSlots); index += 1) {
      const names = [slotField(weekday, index, 'from'), slotField(weekday, index, 'to')] as const
      const slot = readSlot(typed, names, errors)
      if (!slot) continue
      const inWeek = { from: weekday * day + slot.from, to: weekday * day + endOf(slot) }
      const other = taken.find((each) => overlap(inWeek, each))
      // A mistake in the end of a day is reported at that day, not at the next one.
      if (other?.night) errors[other.night] = 'hours:errors.night'
      else if (other) errors[names[0]] = 'hours:errors.overlap'
      taken.push({ ...inWeek, night: inWeek.to > (weekday + 1) * day ? names[1] : undefined })
      slots.push(slot)
    }
    return slots.sort((a, b) => a.from - b.from)
  })
  return { value: week, errors }
}

export function readExceptions(typed: Typed): Read<Exception[]> {
  const errors: FormErrors = {}
  const exceptions: Exception[] = []
  for (let index = 0; index < mostExceptions; index += 1) {
    const name = (part: Parameters<typeof exceptionField>[1]) => exceptionField(index, part)
    const [first = '', last = '', label = ''] = (['first', 'last', 'label'] as const).map((part) =>
      nameLine(typed[name(part)] ?? ''),
    )
    const slot = readSlot(typed, [name('from'), name('to')], errors)
    if (!first && !last && !label && !slot) continue
    const [begin = '', end = ''] = [readDay(first), readDay(last || first)]
    if (!begin) errors[name('first')] = 'hours:errors.date'
    else if (!end) errors[name('last')] = 'hours:errors.date'
    else if (end < begin) errors[name('last')] = 'hours:errors.order'
    if (label.length > longestLabel) {
      errors[name('label')] = { key: 'hours:errors.label', values: { most: longestLabel } }
    }
    exceptions.push({ first: begin, last: end, slot, label })
  }
  return { value: exceptions.sort((a, b) => (a.first < b.first ? -1 : 1)), errors }
}

function readSlot(
  typed: Typed,
  [fromName, toName]: readonly [string, string],
  errors: FormErrors,
): Slot | undefined {
  const [from = '', to = ''] = [typed[fromName]?.trim(), typed[toName]?.trim()]
  if (!from && !to) return undefined
  const begin = readTime(from)
  const end = readTime(to)
  if (begin === undefined || begin === day) errors[fromName] = problemOf(from)
  if (end === undefined) errors[toName] = problemOf(to)
  return begin === undefined || begin === day || end === undefined
    ? undefined
    : { from: begin, to: end }
}

function problemOf(text: string): string {
  return text ? 'errors:time.invalid' : 'errors:time.missing'
}

/** Sunday night may run into Monday. */
function overlap(one: Slot, other: Slot): boolean {
  return [-7 * day, 0, 7 * day].some(
    (shift) => one.from + shift < other.to && other.from < one.to + shift,
  )
}
