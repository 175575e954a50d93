import { z } from 'zod'
import { isReplyPromise, type Week } from '~/domain/desks/hours'
import { timeZones } from '~/domain/desks/hours-input'
import type { FormAnswer } from '~/domain/forms/forms'
import { type Refusal, refuse } from '~/http/sessions/proof.server'
import { dayKey } from '~/i18n/formats'
import type { Asking } from '../asking'
import { formsByIntent } from '../forms.server'
import { done, servedSection } from '../served-section.server'
import { exceptionField, exceptionsIn, slotField, slotsIn } from './field-names'
import { readExceptions, readWeek } from './hours-form.server'

type Typed = FormAnswer['typed']

const longestText = 500
const away = z.string().trim().max(longestText, 'hours:errors.text').optional()

/** Forms with any number of fields, read from what was typed. */
const forms = formsByIntent(
  z.object({
    intent: z.literal('save-hours'),
    timeZone: z
      .string({ required_error: 'hours:errors.zone' })
      .refine((name) => timeZones().has(name), 'hours:errors.zone'),
    replyWithin: z
      .string()
      .optional()
      .transform((text) => (isReplyPromise(text) ? text : undefined)),
  }),
  z.object({ intent: z.literal('copy-monday') }),
  z.object({ intent: z.enum(['add-0', 'add-1', 'add-2', 'add-3', 'add-4', 'add-5', 'add-6']) }),
  z.object({ intent: z.literal('save-exceptions') }),
  z.object({ intent: z.literal('add-exception') }),
  z.object({ intent: z.literal('save-away'), awayEn: away, awayDe: away }),
)

type HoursForm = z.output<typeof forms>

export const hours = servedSection({
  async read({ desk }) {
    const { timeZone, week, replyWithin, exceptions, away } = desk
    const zones = [...timeZones()]
    return { timeZone, timeZones: zones, week, replyWithin, exceptions, away, longestText }
  },
  forms,
  act(asking, form, typed) {
    switch (form.intent) {
      case 'save-hours':
        return saveHours(asking, form, typed)
      case 'copy-monday':
        return shownAgain(copiedFromMonday(typed))
      case 'save-exceptions':
        return saveExceptions(asking, typed)
      case 'add-exception':
        return shownAgain(anew(exceptionField(exceptionsIn(typed), 'first')))
      case 'save-away':
        return saveAway(asking, form)
      default:
        return shownAgain(withSlot(typed, Number(form.intent.slice('add-'.length))))
    }
  },
})

async function saveHours(
  asking: Asking,
  { timeZone, replyWithin }: Extract<HoursForm, { intent: 'save-hours' }>,
  typed: Typed,
) {
  const { value, errors } = readWeek(typed)
  if (Object.keys(errors).length > 0) return refuse(errors, 400)
  const { context, session } = asking
  const week: Week | undefined = value.some((slots) => slots.length > 0) ? value : undefined
  await context.services.desks.saveHours(session.user.uid, { timeZone, week, replyWithin })
  return done(asking, 'hours', 'hoursSaved')
}

/** Drops past exceptions. */
async function saveExceptions(asking: Asking, typed: Typed) {
  const { value, errors } = readExceptions(typed)
  if (Object.keys(errors).length > 0) return refuse(errors, 400)
  const { context, session } = asking
  const { desks } = context.services
  const { uid } = session.user
  const desk = await desks.findByOwner(uid)
  // A night that began yesterday may still go on.
  const yesterday = new Date(context.now().getTime() - 24 * 3_600_000)
  const since = desk ? dayKey(yesterday, desk.timeZone) : ''
  await desks.saveExceptions(
    uid,
    value.filter(({ last }) => last >= since),
  )
  return done(asking, 'hours', 'exceptionsSaved')
}

async function saveAway(
  asking: Asking,
  { awayEn, awayDe }: Extract<HoursForm, { intent: 'save-away' }>,
) {
  const { context, session } = asking
  const texts = { away: { en: awayEn, de: awayDe } }
  await context.services.desks.saveTexts(session.user.uid, texts)
  return done(asking, 'hours', 'awaySaved')
}

/** The form with other fields or values; nothing is saved. */
async function shownAgain(typed: Typed): Promise<Refusal> {
  return { kind: 'refused', answer: { typed, errors: {} }, status: 200, headers: {} }
}

/** An empty field with focus. */
function anew(name: string): Typed {
  return { [name]: '', focus: name }
}

function withSlot(typed: Typed, weekday: number): Typed {
  return anew(slotField(weekday, slotsIn(typed, weekday), 'from'))
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
