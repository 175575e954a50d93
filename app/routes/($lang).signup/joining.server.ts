import type { AppLoadContext } from '@remix-run/node'
import { type Invitation, invitedMember } from '~/domain/members/invitations'
import { logEvent } from '~/http/desks/audit-log.server'
import { askedFor } from '~/http/links/destination'
import { localizedPath } from '~/i18n/addresses'

/** To the desk, by a new account; to the invitation, if that has just ended. */
export async function comeIn(
  context: AppLoadContext,
  invitation: Invitation,
  account: { uid: string; name: string },
) {
  if (!(await accept(context, invitation, account))) return { to: askedFor(context) }
  await context.services.members.choose(invitation.deskId, account.uid, context.now())
  return { to: localizedPath('/dashboard', context.language), notice: 'deskJoined' } as const
}

export async function accept(
  context: AppLoadContext,
  invitation: Invitation,
  { uid, name }: { uid: string; name: string },
): Promise<boolean> {
  const member = invitedMember(invitation, { uid, name }, context.now())
  const joined = await context.services.invitations.accept(invitation.id, member)
  if (joined) await logEvent({ desk: { id: invitation.deskId }, member, context }, 'joined')
  return joined
}

/** Whether the link of an invitation came by e-mail alone; Firebase wants a letter of its own. */
export function invitationProves({ accounts, mail }: AppLoadContext['config']): boolean {
  return accounts === 'own' && mail.smtpUrl !== undefined
}
