import type { AppLoadContext } from '@remix-run/node'
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
