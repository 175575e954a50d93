import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { withoutManager } from '~/domain/desks/members'
import { removeMember } from '~/domain/members/changes'
import { atDeskForms } from '~/http/desks/at-desk.server'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, formAction } from '~/http/forms/form-action.server'
import { type OwnDesk, requireDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'

export type LeavePage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk, member } = await requireDesk(context)
  const members = await context.services.members.list(desk.id)
  const { change } = withoutManager(members, { uid: member.uid, ownerUid: desk.ownerUid })
  return { last: change === 'last-manager', alone: members.length === 1 }
}

export const action = formAction(requireDesk, {
  'leave-desk': { run: (_, asked) => leaveDesk(asked) },
  ...atDeskForms,
})

async function leaveDesk(asked: Asked<OwnDesk>): Promise<ActionResult> {
  const { desk, member, context } = asked
  const change = await removeMember(context.services, desk.id, member.uid, context.now())
  if (change === 'last-manager') return { status: 409, errors: { form: 'people:errors.last' } }
  if (change === 'changed') await logEvent(asked, 'left')
  const to = localizedPath('/dashboard', context.language)
  return { to, elsewhere: true, notice: 'deskLeft' }
}
