import type { AppLoadContext } from '@remix-run/node'
import type { ShopStep } from '~/domain/site/shop-steps'
import { type NextStep, readShopSteps } from '~/http/shop/next-step.server'
import { translations } from '~/i18n/translation.server'
import { shelfAddress } from './address'

/** What follows a step that is done; undefined while it is not, and once the shop has opened. */
export async function nextStep(
  own: ShopStep['name'],
  context: AppLoadContext,
): Promise<NextStep | undefined> {
  const { checks, steps, closed, next } = await readShopSteps(context)
  if (!closed) return undefined
  const { products, samples } = checks
  if (own === 'products' && samples > 0 && products > samples) {
    const { t } = translations(context.language)
    const text = t('guide:next', { part: t('shelf:removeSamples') })
    return { text, to: shelfAddress(), done: true }
  }
  return steps.find(({ name }) => name === own)?.done ? next : undefined
}
