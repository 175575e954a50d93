import type { AppLoadContext } from '@remix-run/node'
import { isOfAccount, isOfManagers, type SectionName, sectionNames } from '~/domain/desks/sections'
import { hasPlans, requireAccount, runsShop } from '~/http/sessions/access.server'

/** Sections that are not for who asks. */
export async function hiddenSections(context: AppLoadContext): Promise<SectionName[]> {
  const { desk, member } = await requireAccount(context)
  if (!desk) return sectionNames.filter((name) => !isOfAccount(name))
  const [plans, mail, members] = await Promise.all([
    hasPlans(context),
    hasMailAddress(context),
    context.services.members.list(desk.id),
  ])
  const isHidden = (name: SectionName) =>
    (name === 'plan' && !plans) ||
    (name === 'mail' && !mail) ||
    (name === 'leave' && members.length < 2) ||
    (isOfManagers(name) && member?.kind !== 'manager')
  return sectionNames.filter(isHidden)
}

/** A mailbox is the site's desk's. */
export async function hasMailAddress(context: AppLoadContext): Promise<boolean> {
  const { mailIn } = context.config
  return mailIn !== undefined && (mailIn.domain !== undefined || (await runsShop(context)))
}
