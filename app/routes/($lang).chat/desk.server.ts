import type { AppLoadContext } from '@remix-run/node'
import { limitsAt } from '~/domain/desks/entitlements'
import { inLanguage } from '~/domain/text/languages'
import type { AtDesk, AtTicket } from './visit.server'

export interface ShownDesk {
  name: string
  publicKey: string
  /** Whether it is the site's own desk. */
  ofSite: boolean
  /** The desk's own; by default the site's page. */
  privacyLink?: string
  /** Whether the page names Tresen. */
  branded: boolean
}

export async function readDesk(
  { desk, ofSite }: AtDesk | AtTicket,
  context: AppLoadContext,
): Promise<ShownDesk> {
  const { services, language, now } = context
  const { name, publicKey, privacyLink } = desk
  const [site, limits] = await Promise.all([
    context.siteIdentity(),
    limitsAt(services.entitlements, desk.id, now()),
  ])
  return {
    name,
    publicKey,
    ofSite,
    privacyLink: inLanguage(privacyLink, language)?.text,
    branded: ofSite ? site.credit : limits.branding > 0,
  }
}
