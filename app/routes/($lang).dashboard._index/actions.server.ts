import { z } from 'zod'
import { deskName } from '~/domain/desks/desks'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'

export const action = formAction(requireDesk, {
  '': form(z.object({ name: deskName }), rename),
  'put-guide-away': { run: putGuideAway },
  ...atDeskForms,
})

async function rename(
  { name }: { name: string },
  { session, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  await context.services.desks.rename(session.user.uid, name)
  return { to: localizedPath('/dashboard', context.language), notice: 'deskNamed' }
}

async function putGuideAway(
  _: unknown,
  { session, context }: Asked<OwnDesk>,
): Promise<ActionResult> {
  await context.services.desks.putGuideAway(session.user.uid, context.now())
  return { to: localizedPath('/dashboard', context.language) }
}
