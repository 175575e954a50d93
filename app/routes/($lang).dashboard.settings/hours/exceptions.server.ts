import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { dayKey } from '~/i18n/formats'
import type { Section } from '../section.server'
import { sectionPage } from '../sections'
import { exceptionField, exceptionsIn } from './field-names'
import { changing, emptyField, readExceptions } from './hours-form.server'

export const exceptions = {
  async read({ desk }) {
    return { exceptions: desk.exceptions }
  },
  forms: {
    'save-exceptions': { run: saveExceptions },
    'add-exception': changing((typed) => emptyField(exceptionField(exceptionsIn(typed), 'first'))),
  },
} satisfies Section

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
  return { to: sectionPage('exceptions', context, 'save-exceptions'), notice: 'exceptionsSaved' }
}
