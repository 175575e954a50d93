import type { AppLoadContext } from '@remix-run/node'
import type { FormError } from '~/domain/forms/forms'
import { shopTimeZone } from '~/domain/shop/orders'
import { type ShopState, shopChecks, shopState } from '~/domain/site/opening'
import { dayKey, formatDay } from '~/i18n/formats'
import { oncePerRequest } from '../request-facts'

/** Whether the shop takes orders now. */
export const readShopState = oncePerRequest(async (context): Promise<ShopState> => {
  const { services, config, now } = context
  const [{ sample }, { shop }] = await Promise.all([services.legal.read(), services.site.read()])
  return shopState({ sample, shop, mode: config.mode, today: dayKey(now(), shopTimeZone) })
})

/** How far the shop meets its requirements, and what says so. */
export async function readShopChecks({ services, now }: AppLoadContext) {
  const [{ details }, catalogue, site] = await Promise.all([
    services.legal.written(),
    services.catalogue.readWritten(now()),
    services.site.read(),
  ])
  const checks = shopChecks(details, catalogue, services.catalogue.sample)
  return { details, catalogue, site, checks }
}

/** Until when the shop takes no orders; undefined while it does. */
export async function pausedError(context: AppLoadContext): Promise<FormError | undefined> {
  const shop = await readShopState(context)
  if (shop.kind !== 'paused') return undefined
  if (!shop.until) return 'checkout:errors.paused'
  const day = formatDay(new Date(shop.until), context.language, 'UTC')
  return { key: 'checkout:errors.pausedUntil', values: { day } }
}
