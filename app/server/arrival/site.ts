import type { Logger } from 'pino'
import type { Config, Services } from '~/config'
import { type SiteDeskStanding, settleSiteDesk } from '~/domain/desks/site-desk'
import { isAbroad, isComplete } from '~/domain/legal/legal-store'
import { settledOpening } from '~/domain/site/opening'

/** Before the first request: settles the owner of the site's desk; warns while it has none. */
export async function settleSite(
  services: Services,
  { siteOwner, publicOrigin }: Pick<Config, 'siteOwner' | 'publicOrigin'>,
  log: Logger,
): Promise<void> {
  async function hasShop() {
    const { orders, products, legalDetails } = services
    if ((await products.version()) > 0 || (await legalDetails.version()) > 0) return true
    return (await orders.list('all', 1)).orders.length > 0
  }
  await settleShop(services, log)
  const sentences: Record<SiteDeskStanding, string> = {
    claimed: '',
    inherited:
      'The desk that ran the shop before this version keeps it. To see whose that is, run: npm run site-desk',
    'awaits-named': `Nobody runs the shop or answers /chat: no account has verified the address that SITE_DESK names. Sign up with it at ${publicOrigin}/signup and open the link in the e-mail`,
    'awaits-first':
      'Nobody runs the shop or answers /chat, and SITE_DESK is not set: the first account that verifies its address will. Set SITE_DESK to your e-mail address to be sure that it is yours',
    'awaits-set-up': '',
    erased:
      'Nobody runs the shop or answers /chat: the desk that did was deleted. Set SITE_DESK to the e-mail address of the account that is to do so',
  }
  const sentence = sentences[await settleSiteDesk({ ...services, hasShop }, siteOwner)]
  if (sentence) log.warn(sentence)
}

async function settleShop({ site, legal, orders }: Services, log: Logger): Promise<void> {
  const { details, version } = await legal.written()
  const abroad = isAbroad(details)
  const texts = { complete: isComplete(details), fromFile: version === 0, abroad }
  const sold = abroad && (await orders.list('all', 1)).orders.length > 0
  const { shop } = await site.read()
  if (abroad && texts.complete && texts.fromFile && !shop?.open && !sold) {
    log.warn(
      'The shop stays closed: shops can open in Germany alone so far, and the file LEGAL names a company in another country',
    )
  }
  if (!settledOpening(shop, texts, sold)) return
  await site.change((current) => {
    const shop = settledOpening(current.shop, texts, sold)
    return { settings: shop && { ...current, shop } }
  })
}
