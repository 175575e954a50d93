import type { AppLoadContext } from '@remix-run/node'
import { leadOn } from '~/http/forms/next-page.server'
import {
  hasPlans,
  type OwnDesk,
  requireAccount,
  requireManager,
  runsShop,
} from '~/http/sessions/access.server'
import { isOfAccount, isOfManagers, type SectionName, sectionNames, sectionPage } from './sections'

/** Sections that are not for who asks. */
export async function hiddenSections(context: AppLoadContext): Promise<SectionName[]> {
  const { desk, member } = await requireAccount(context)
  if (!desk) return sectionNames.filter((name) => !isOfAccount(name))
  const [plans, mail, members] = await Promise.all([
    hasPlans(context),
    hasAddress(context),
    context.services.members.list(desk.id),
  ])
  const isHidden = (name: SectionName) =>
    (name === 'plan' && !plans) ||
    (name === 'mail' && !mail) ||
    (name === 'leave' && members.length < 2) ||
    (isOfManagers(name) && member?.kind !== 'manager')
  return sectionNames.filter(isHidden)
}

/** For managers of a desk that has plans. Leads everybody else's desk to the first section. */
export async function requirePlans(context: AppLoadContext): Promise<OwnDesk> {
  if (!(await hasPlans(context))) throw leadOn({ to: sectionPage('general', context) }, context)
  return requireManager(context)
}

/** For managers of a desk with an address for e-mails. Leads everybody else's desk to the first section. */
export async function requireMailAddress(context: AppLoadContext): Promise<OwnDesk> {
  if (!(await hasAddress(context))) throw leadOn({ to: sectionPage('general', context) }, context)
  return requireManager(context)
}

/** A mailbox is the site's desk's. */
async function hasAddress(context: AppLoadContext): Promise<boolean> {
  const { mailIn } = context.config
  return mailIn !== undefined && (mailIn.domain !== undefined || (await runsShop(context)))
}
