import type { AppLoadContext } from '@remix-run/node'
import { type ShopStep, shopSteps } from '~/domain/site/shop-steps'
import { readShopChecks, readShopState } from '~/http/shop/opening.server'
import { translations } from '~/i18n/translation.server'
import { shelfAddress } from './address'

export interface NextStep {
  /** In words. */
  text: string
  to: string
}

/** What follows a step that is done; undefined while it is not, and once the shop has opened. */
export async function nextStep(
  own: ShopStep['name'],
  context: AppLoadContext,
): Promise<NextStep | undefined> {
  if ((await readShopState(context)).kind !== 'closed') return undefined
  const { details, checks } = await readShopChecks(context)
  const { t } = translations(context.language)
  const follow = (part: string, to: string) => ({ text: t('company:next', { part }), to })
  const { products, samples } = checks
  if (own === 'products' && samples > 0 && products > samples) {
    return follow(t('shelf:removeSamples'), shelfAddress({ at: 'shelf' }))
  }
  const steps = shopSteps(details, checks, context.language)
  if (!steps.find(({ name }) => name === own)?.done) return undefined
  const next = steps.find(({ done }) => !done)
  const part = t(next ? `company:parts.${next.name}` : 'company:opening.press')
  return follow(part, '/dashboard/company#opening')
}
