import { z } from 'zod'
import { deskName } from '~/domain/desks/desks'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logChange } from '~/http/desks/audit-log.server'
import { chatPath } from '~/http/desks/chat-path.server'
import { forManagers } from '~/http/forms/for-managers'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireDesk, runsShop } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'

export const action = formAction(requireDesk, {
  '': forManagers(form(z.object({ name: deskName }), rename)),
  'put-guide-away': forManagers({ run: putGuideAway }),
  'see-as-visitor': forManagers({ run: seeAsVisitor }),
  ...atDeskForms,
})

async function rename({ name }: { name: string }, asked: Asked<OwnDesk>): Promise<ActionResult> {
  const { desk, context } = asked
  await context.services.desks.rename(desk.id, name)
  await logChange(asked, 'name', [desk.name, name], { about: name })
  return { to: localizedPath('/dashboard', context.language), notice: 'deskNamed' }
}

async function putGuideAway(_: unknown, { desk, context }: Asked<OwnDesk>): Promise<ActionResult> {
  await context.services.desks.putGuideAway(desk.id, context.now())
  return { to: localizedPath('/dashboard', context.language) }
}

/** The guide's last press: at the site's desk its home page, elsewhere the chat. */
async function seeAsVisitor(_: unknown, asked: Asked<OwnDesk>): Promise<ActionResult> {
  const { desk, context } = asked
  await putGuideAway(_, asked)
  const path = (await runsShop(context)) ? '/' : await chatPath(desk, context)
  return { to: localizedPath(path, context.language) }
}
