import type { AppLoadContext } from '@remix-run/node'
import type { SessionUser } from '../../domain/accounts/sessions'
import { claimSiteDesk } from '../../domain/desks/site-desk'
import { askedSetUp } from './set-up.server'

/**
 * Gives the site's desk to this user where it waits for them. `user` is what the identity service says
 * now: an address that we stored may be another account's by then. `setsUp`: they have sent a form, and if
 * its address is a set-up link, the site waits for them.
 */
export async function claimSite(
  context: AppLoadContext,
  user: SessionUser,
  setsUp = false,
): Promise<void> {
  const { services, config } = context
  const { siteOwner } = config
  if (siteOwner === 'set-up' && !(setsUp && (await askedSetUp(context)) === 'here')) return
  if (!(await claimSiteDesk(services, siteOwner, user))) return
  context.forgetPages()
  askedSetUp.forget(context)
  context.warn(
    siteOwner !== 'first'
      ? 'The site has its owner: their desk runs the shop and answers /chat from now on.'
      : 'SITE_DESK is not set, so the first account with a verified address has the shop and answers /chat from now on. If that is not you, run: npm run site-desk',
  )
}
