import type { AppLoadContext } from '@remix-run/node'
import type { OwnDesk } from '~/http/sessions/access.server'

/** Milliseconds after joining. */
const newFor = 7 * 24 * 3_600_000

export type NewcomerStep = 'notifications' | 'signature' | 'ticket'

/** What is done of the first steps of a member who has come to a desk of others; undefined later, or once all are. */
export async function readNewcomer(
  { desk, member, session }: OwnDesk,
  { services, now }: AppLoadContext,
): Promise<Record<NewcomerStep, boolean> | undefined> {
  const founded = member.reader === desk.id
  if (founded || now().getTime() - member.joinedAt.getTime() > newFor) return undefined
  const { uid } = session.user
  const [account, assigned] = await Promise.all([
    services.accounts.find(uid),
    services.tickets.countAssigned(desk.id),
  ])
  const done = {
    notifications: account?.notifications !== undefined,
    signature: member.signature !== undefined,
    ticket: Object.values(assigned[uid] ?? {}).some((count) => count > 0),
  }
  return Object.values(done).every(Boolean) ? undefined : done
}
