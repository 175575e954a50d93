import { z } from 'zod'
import { isReplyPromise, type Week } from '~/domain/desks/hours'
import { timeZones } from '~/domain/desks/hours-input'
import type { FormAnswer } from '~/domain/forms/forms'
import { fieldsIn, textIn } from '~/domain/text/localized-fields'
import { type ActionResult, type Asked, type Form, form } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { dayKey } from '~/i18n/formats'
import type { Section } from '../section.server'
import { sectionPage } from '../sections'
import { exceptionField, exceptionsIn, slotField, slotsIn } from './field-names'
import { readExceptions, readWeek } from './hours-form.server'

type Typed = FormAnswer['typed']

const longestText = 500
const away = z.string().trim().max(longestText, 'hours:errors.text').optional()

/** Forms with any number of fields, read from what was typed. */
const hoursInput = z.object({
  timeZone: z
    .string({ required_error: 'hours:errors.zone' })
    .refine((name) => timeZones().has(name), 'hours:errors.zone'),
  replyWithin: z
    .string()
    .optional()
    .transform((text) => (isReplyPromise(text) ? text : undefined)),
})

const awayInput = z.object(fieldsIn('away', away))

/** The form with other fields or values; nothing is saved. */
function changing(change: (typed: Typed) => Typed): Form<OwnDesk> {
  return { run: (_, { typed }) => ({ status: 200, typed: { ...typed, ...change(typed) } }) }
}

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

export const hours = {
  async read({ desk }) {
    const { timeZone, week, replyWithin, exceptions, away } = desk
    const zones = [...timeZones()]
    return { timeZone, timeZones: zones, week, replyWithin, exceptions, away, longestText }
  },
  forms: {
    'save-hours': form(hoursInput, saveHours),
    'copy-monday': changing(copiedFromMonday),
    ...Object.fromEntries(
      weekdays.map((weekday) => [`add-${weekday}`, changing((typed) => withSlot(typed, weekday))]),
    ),
    'save-exceptions': { run: saveExceptions },
    'add-exception': changing((typed) => emptyField(exceptionField(exceptionsIn(typed), 'first'))),
    'save-away': form(awayInput, saveAway),
  },
} satisfies Section

async function saveHours(
  { timeZone, replyWithin }: z.output<typeof hoursInput>,
  { session, typed, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const { value, errors } = readWeek(typed)
  if (Object.keys(errors).length > 0) return { status: 400, errors }
  const week: Week | undefined = value.some((slots) => slots.length > 0) ? value : undefined
  await context.services.desks.saveHours(session.user.uid, { timeZone, week, replyWithin })
  return { to: sectionPage('hours', context), notice: 'hoursSaved' }
}

/** Drops past exceptions. */
async function saveExceptions(
  _: unknown,
  { desk, session, typed, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const { value, errors } = readExceptions(typed)
  if (Object.keys(errors).length > 0) return { status: 400, errors }
  // A night that began yesterday may still go on.
  const yesterday = new Date(context.now().getTime() - 24 * 3_600_000)
  const since = dayKey(yesterday, desk.timeZone)
  const kept = value.filter(({ last }) => last >= since)
  await context.services.desks.saveExceptions(session.user.uid, kept)
  return { to: sectionPage('hours', context), notice: 'exceptionsSaved' }
}

async function saveAway(
  typed: z.output<typeof awayInput>,
  { session, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  const texts = { away: textIn('away', typed) }
  await context.services.desks.saveTexts(session.user.uid, texts)
  return { to: sectionPage('hours', context), notice: 'awaySaved' }
}

/** With focus. */
function emptyField(name: string): Typed {
  return { [name]: '', focus: name }
}

function withSlot(typed: Typed, weekday: number): Typed {
  return emptyField(slotField(weekday, slotsIn(typed, weekday), 'from'))
}

/** Extra slots of the other days become empty. */
function copiedFromMonday(typed: Typed): Typed {
  const copied: Typed = {}
  for (const weekday of [1, 2, 3, 4]) {
    const count = Math.max(slotsIn(typed, 0), slotsIn(typed, weekday))
    for (let index = 0; index < count; index += 1) {
      for (const part of ['from', 'to'] as const) {
        copied[slotField(weekday, index, part)] = typed[slotField(0, index, part)] ?? ''
      }
    }
  }
  return copied
}
