import { z } from 'zod'
import { type MemberChange, memberKinds } from '~/domain/desks/members'
import { changeKind, removeMember } from '~/domain/members/changes'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
import type { OwnDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import type { Section } from '../section.server'
import { sectionPage } from '../sections'

const memberInput = z.object({ member: z.string() })
const kindInput = memberInput.extend({ kind: z.enum(memberKinds) })

export type PeoplePage = Awaited<ReturnType<(typeof people)['read']>>

export const people = {
  async read({ desk, session }, { services }) {
    const members = await services.members.list(desk.id)
    const accounts = await Promise.all(members.map(({ uid }) => services.accounts.find(uid)))
    const managers = members.filter(({ kind }) => kind === 'manager').length
    return {
      timeZone: desk.timeZone,
      members: members.map(({ uid, name, kind, joinedAt }, index) => ({
        id: uid,
        name,
        kind,
        joinedAt,
        email: accounts[index]?.email ?? '',
        own: uid === session.user.uid,
        last: kind === 'manager' && managers === 1,
      })),
    }
  },
  forms: {
    'save-kind': form(kindInput, async ({ member, kind }, asked) => {
      const { services } = asked.context
      return said(await changeKind(services, asked.desk.id, member, kind), member, asked)
    }),
    'remove-member': form(memberInput, async ({ member }, asked) => {
      const { services } = asked.context
      return said(await removeMember(services, asked.desk.id, member), member, asked)
    }),
  },
} satisfies Section

function said(
  change: MemberChange,
  member: string,
  { intent, session, context }: Asked<OwnDesk>,
): ActionResult {
  if (change === 'last-manager') return { status: 409, errors: { form: 'people:errors.last' } }
  if (change === 'unknown') return { status: 404, errors: { form: 'people:errors.unknown' } }
  // Who is no manager any more may not come back to this section.
  const own = member === session.user.uid
  const to = own ? localizedPath('/dashboard', context.language) : sectionPage('people', context)
  return { to, notice: intent === 'remove-member' ? 'memberRemoved' : 'memberChanged' }
}
