import type { AppLoadContext } from '@remix-run/node'
import type { SessionUser } from '../../domain/accounts/sessions'
import { awaitsOwner } from '../../domain/desks/site-desk'
import { askedSetUp } from './set-up.server'

/**
 * Whether there may be another account, with this address: where no others are taken only the one that the
 * site's desk waits for, and before a site is set up only that of the person who sets it up.
 */
export async function mayJoin(context: AppLoadContext, email?: string): Promise<boolean> {
  const setUp = await askedSetUp(context)
  if (setUp && setUp !== 'done') return setUp === 'here'
  const { services, config } = context
  return (await takesBusinesses(context)) || awaitsOwner(services, config.siteOwner, email)
}

/** Whether others may sign up: unless the operator, or the owner in the room for the website, says no. */
export async function takesBusinesses({
  config,
  siteIdentity,
}: Pick<AppLoadContext, 'config' | 'siteIdentity'>): Promise<boolean> {
  return config.signup === 'open' && (await siteIdentity()).offers !== false
}

/** Whether an account may open a desk of its own: it is at none, and might have signed up for one. */
export async function mayFound(
  context: AppLoadContext,
  { uid, email }: SessionUser,
): Promise<boolean> {
  const own = await context.services.members.desksOf(uid)
  return own.length === 0 && mayJoin(context, email)
}

/** Who may open an account: everybody, the owner for whom the site's desk waits, or nobody. */
export async function joinableBy(context: AppLoadContext) {
  if (!(await mayJoin(context))) return undefined
  return (await takesBusinesses(context)) ? 'everybody' : 'owner'
}
