import type { AppLoadContext, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import {
  type HolidayName,
  holidayRegions,
  isHolidayRegion,
  publicHolidays,
} from '~/domain/desks/public-holidays'
import { readDay } from '~/domain/time/typed'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireManager } from '~/http/sessions/access.server'
import { dayKey, formatDay } from '~/i18n/formats'
import { translations } from '~/i18n/translation.server'
import {
  exceptionField,
  exceptionsIn,
  holidayField,
  type ShownHoliday,
} from '../($lang).dashboard.settings/hours/field-names'
import {
  changing,
  emptyField,
  mostExceptions,
  readExceptions,
  type Typed,
} from '../($lang).dashboard.settings/hours/hours-form.server'
import { sectionPage } from '../($lang).dashboard.settings/sections'

export type ExceptionsPage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireManager(context)
  const { t } = translations(context.language)
  const regions = holidayRegions.map((region) => [region, t(`holidays:regions.${region}`)] as const)
  return { exceptions: desk.exceptions, regions }
}

export const action = formAction(requireManager, {
  'save-exceptions': { run: (_, asked) => save(asked.typed, asked) },
  'add-exception': changing((typed) => emptyField(exceptionField(exceptionsIn(typed), 'first'))),
  'show-holidays': { run: showHolidays },
  'add-holidays': { run: addHolidays },
  ...atDeskForms,
})

type AskedOfDesk = Asked<OwnDesk>

/** Drops past exceptions. */
async function save(typed: Typed, asked: AskedOfDesk): Promise<ActionResult> {
  const { desk, context } = asked
  const { value, errors } = readExceptions(typed)
  if (Object.keys(errors).length > 0) return { status: 400, typed, errors }
  // A night that began yesterday may still go on.
  const yesterday = new Date(context.now().getTime() - 24 * 3_600_000)
  const since = dayKey(yesterday, desk.timeZone)
  const kept = value.filter(({ last }) => last >= since)
  await context.services.desks.saveExceptions(desk.id, kept)
  await logChange(asked, 'hours', [desk.exceptions, kept])
  return { to: sectionPage('exceptions', context), notice: 'exceptionsSaved' }
}

/** Adds to what was typed. */
function showHolidays(_: unknown, asked: AskedOfDesk): ActionResult {
  const holidays = offered(asked)
  if (!holidays) return { status: 400, errors: { region: 'hours:errors.region' } }
  return { status: 200, more: { holidays } }
}

/** Each ticked day becomes a line of its own. */
async function addHolidays(_: unknown, asked: AskedOfDesk): Promise<ActionResult> {
  const { typed } = asked
  const holidays = offered(asked)
  if (!holidays) return { status: 400, errors: { region: 'hours:errors.region' } }
  const lines = { ...typed }
  for (const { date, label } of holidays) {
    if (typed[holidayField(date)] === undefined) continue
    const index = exceptionsIn(lines)
    lines[exceptionField(index, 'first')] = date
    lines[exceptionField(index, 'label')] = label
  }
  if (exceptionsIn(lines) > mostExceptions) {
    return { status: 400, errors: { region: 'hours:errors.many' } }
  }
  return save(lines, asked)
}

/** The next twelve months', without the days that have a line already; undefined without a region. */
function offered({ typed, desk, context }: AskedOfDesk): ShownHoliday[] | undefined {
  const { region } = typed
  if (!isHolidayRegion(region)) return undefined
  const { language } = context
  const taken = new Set(
    Array.from({ length: exceptionsIn(typed) }, (_, index) =>
      readDay(typed[exceptionField(index, 'first')] ?? ''),
    ),
  )
  return publicHolidays(region, dayKey(context.now(), desk.timeZone))
    .filter(({ date }) => !taken.has(date))
    .map(({ date, name, everywhere }) => ({
      date,
      day: formatDay(new Date(`${date}T12:00Z`), language, 'UTC'),
      label: holidayText(name, context),
      everywhere,
    }))
}

function holidayText(name: HolidayName, { language }: Pick<AppLoadContext, 'language'>): string {
  return translations(language).t(`holidays:names.${name}`)
}
