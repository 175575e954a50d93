import type { AppLoadContext, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import type { Option } from '~/components/forms/field'
import { isReplyPromise, type Week } from '~/domain/desks/hours'
import { timeZones } from '~/domain/desks/hours-input'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange } from '~/http/desks/audit-log.server'
import { nextAfter } from '~/http/desks/guide.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireManager } from '~/http/sessions/access.server'
import { zoneName } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'
import { slotField, slotsIn } from '../($lang).dashboard.settings/hours/field-names'
import {
  changing,
  emptyField,
  readWeek,
  type Typed,
} from '../($lang).dashboard.settings/hours/hours-form.server'
import { sectionPage } from '../($lang).dashboard.settings/sections'

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

/** One time zone for each region with the same clock. */
const commonZones = ['Europe/Berlin', 'Europe/London', 'Europe/Lisbon', 'Europe/Athens'] as const

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

export type HoursPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const own = await requireManager(context)
  const { timeZone, week, replyWithin } = own.desk
  const next = await nextAfter(['hours'], own, context)
  return { next, timeZone, timeZones: zoneOptions(context), week, replyWithin }
}

export const action = formAction(requireManager, {
  'save-hours': form(hoursInput, saveHours),
  ...Object.fromEntries(
    weekdays.flatMap((weekday) => [
      [`add-${weekday}`, changing((typed) => withSlot(typed, weekday))],
      [`copy-${weekday}`, changing((typed) => copiedDown(typed, weekday))],
    ]),
  ),
  ...atDeskForms,
})

/** The common ones first and in words, then all by their names. */
function zoneOptions({ language, now }: AppLoadContext): Option[] {
  const { t } = translations(language)
  const common = commonZones.map((zone): Option => {
    const [, city = ''] = zone.split('/')
    const cities = t(`hours:zones.${city.toLowerCase() as 'berlin'}`)
    return [zone, `${cities} – ${zoneName(now(), language, zone)}`]
  })
  const others = [...timeZones()].filter((zone) => !commonZones.some((each) => each === zone))
  return [...common, ...others.map((zone): Option => [zone, zone.replaceAll('_', ' ')])]
}

async function saveHours(
  { timeZone, replyWithin }: z.output<typeof hoursInput>,
  asked: Asked<OwnDesk>,
): Promise<ActionResult> {
  const { desk, typed, context } = asked
  const { value, errors } = readWeek(typed)
  if (Object.keys(errors).length > 0) return { status: 400, errors }
  const week: Week | undefined = value.some((slots) => slots.length > 0) ? value : undefined
  await context.services.desks.saveHours(desk.id, { timeZone, week, replyWithin })
  const before = [desk.timeZone, desk.week, desk.replyWithin]
  await logChange(asked, 'hours', [before, [timeZone, week, replyWithin]])
  const next = await nextAfter(['hours'], { ...asked, desk: { ...desk, week } }, context)
  const to = sectionPage('hours', context)
  // The next step stands at the head of the section.
  return { to: next ? `${to}#hours-heading` : to, notice: 'hoursSaved' }
}

function withSlot(typed: Typed, weekday: number): Typed {
  return emptyField(slotField(weekday, slotsIn(typed, weekday), 'from'))
}

/** Monday to Thursday fill the working week, Friday and Saturday the weekend. Extra slots become empty. */
function copiedDown(typed: Typed, source: number): Typed {
  const copied: Typed = {}
  for (const weekday of weekdays.slice(source + 1, source < 4 ? 5 : 7)) {
    const count = Math.max(slotsIn(typed, source), slotsIn(typed, weekday))
    for (let index = 0; index < count; index += 1) {
      for (const part of ['from', 'to'] as const) {
        copied[slotField(weekday, index, part)] = typed[slotField(source, index, part)] ?? ''
      }
    }
  }
  return copied
}
