import { withoutManager } from '~/domain/desks/members'
import { removeMember } from '~/domain/members/changes'
import { logEvent } from '~/http/desks/audit-log.server'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import type { Section } from '../section.server'

export const leave = {
  async read({ desk, member: { uid } }, { services }) {
    const members = await services.members.list(desk.id)
    const { change } = withoutManager(members, { uid, ownerUid: desk.ownerUid })
    return { name: desk.name, last: change === 'last-manager', alone: members.length === 1 }
  },
  forms: { 'leave-desk': { run: (_, asked) => leaveDesk(asked) } },
} satisfies Section

async function leaveDesk(asked: Asked<OwnDesk>): Promise<ActionResult> {
  const { desk, member, context } = asked
  const change = await removeMember(context.services, desk.id, member.uid, context.now())
  if (change === 'last-manager') return { status: 409, errors: { form: 'people:errors.last' } }
  if (change === 'changed') await logEvent(asked, 'left')
  const to = localizedPath('/dashboard', context.language)
  return { to, elsewhere: true, notice: 'deskLeft' }
}
