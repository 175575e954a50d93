import type { AppLoadContext } from '@remix-run/node'
import type { SessionUser } from '../../domain/accounts/sessions'
import { awaitsOwner } from '../../domain/desks/site-desk'

/**
 * Whether there may be another account, with this address: in a house for itself only the one that the
 * site's desk waits for.
 */
export async function mayJoin(
  { services, config }: Pick<AppLoadContext, 'services' | 'config'>,
  email?: string,
): Promise<boolean> {
  return config.signup === 'open' || awaitsOwner(services, config.siteDesk, email)
}

/** Whether an account may open a desk of its own: it is at none, and might have signed up for one. */
export async function mayFound(
  context: Pick<AppLoadContext, 'services' | 'config'>,
  { uid, email }: SessionUser,
): Promise<boolean> {
  const own = await context.services.members.desksOf(uid)
  return own.length === 0 && mayJoin(context, email)
}

/** Who may open an account: everybody, the owner for whom the site's desk waits, or nobody. */
export async function joinableBy(context: AppLoadContext) {
  if (context.config.signup === 'open') return 'everybody'
  return (await mayJoin(context)) ? 'owner' : undefined
}
