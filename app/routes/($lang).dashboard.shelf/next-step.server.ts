import type { AppLoadContext } from '@remix-run/node'
import { type ShopStep, shopSteps } from '~/domain/site/shop-steps'
import { readShopChecks, readShopState } from '~/http/shop/opening.server'
import { translations } from '~/i18n/translation.server'

/** In words, what follows a step that is done; undefined while it is not, and once the shop has opened. */
export async function nextStep(
  own: ShopStep['name'],
  context: AppLoadContext,
): Promise<string | undefined> {
  if ((await readShopState(context)).kind !== 'closed') return undefined
  const { details, checks } = await readShopChecks(context)
  const steps = shopSteps(details, checks, context.language)
  if (!steps.find(({ name }) => name === own)?.done) return undefined
  const { t } = translations(context.language)
  const next = steps.find(({ done }) => !done)
  const part = t(next ? `company:parts.${next.name}` : 'company:opening.press')
  return t('company:next', { part })
}
