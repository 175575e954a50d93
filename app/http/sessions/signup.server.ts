import type { AppLoadContext } from '@remix-run/node'
import { findSiteDesk } from '../../domain/desks/desks'

/** Whether there may be another account: in a house for itself only until the site has its desk. */
export async function mayJoin({
  services,
  config,
}: Pick<AppLoadContext, 'services' | 'config'>): Promise<boolean> {
  return config.signup === 'open' || !(await findSiteDesk(services, config.siteDesk))
}
