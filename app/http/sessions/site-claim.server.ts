import type { AppLoadContext } from '@remix-run/node'
import type { SessionUser } from '../../domain/accounts/sessions'
import { claimSiteDesk } from '../../domain/desks/site-desk'

/**
 * Gives the site's desk to this user where it waits for them. `user` is what the identity service says
 * now: an address that we stored may be another account's by then.
 */
export async function claimSite(context: AppLoadContext, user: SessionUser): Promise<void> {
  const { services, config } = context
  if (!(await claimSiteDesk(services, config.siteDesk, user))) return
  context.forgetPages()
  context.warn(
    config.siteDesk
      ? 'The account that SITE_DESK names has verified its address: its desk runs the shop and answers /chat from now on.'
      : 'SITE_DESK is not set, so the first account with a verified address has the shop and answers /chat from now on. If that is not you, run: npm run site-desk',
  )
}
