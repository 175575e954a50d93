import type { AppLoadContext } from '@remix-run/node'
import { hasMailAddress } from '~/http/desks/sections.server'
import { leadOn } from '~/http/forms/next-page.server'
import { hasPlans, type OwnDesk, requireManager } from '~/http/sessions/access.server'
import { sectionPage } from './sections'

/** For managers of a desk that has plans. Leads everybody else's desk to the first section. */
export async function requirePlans(context: AppLoadContext): Promise<OwnDesk> {
  if (!(await hasPlans(context))) throw leadOn({ to: sectionPage('general', context) }, context)
  return requireManager(context)
}

/** For managers of a desk with an address for e-mails. Leads everybody else's desk to the first section. */
export async function requireMailAddress(context: AppLoadContext): Promise<OwnDesk> {
  if (!(await hasMailAddress(context)))
    throw leadOn({ to: sectionPage('general', context) }, context)
  return requireManager(context)
}
