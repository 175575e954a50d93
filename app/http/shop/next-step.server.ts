import type { AppLoadContext } from '@remix-run/node'
import { type ShopStep, shopSteps } from '~/domain/site/shop-steps'
import { languageName } from '~/i18n/countries'
import { translations } from '~/i18n/translation.server'
import { readShopChecks, readShopState } from './opening.server'
import { stepAddress } from './step-address'

export interface NextStep {
  /** In words. */
  text: string
  to: string
  /** Whether the step before it is, so that this is the page's main deed. */
  done: boolean
}

/** How far the shop is set up, and what comes next; nothing once it is open and complete, or where none can open. */
export async function readShopSteps(context: AppLoadContext) {
  const [{ details, catalogue, checks, site }, state] = await Promise.all([
    readShopChecks(context),
    readShopState(context),
  ])
  const steps = shopSteps(details, checks, context.language)
  const step = steps.find(({ done }) => !done)
  const closed = state.kind === 'closed'
  const next = !checks.abroad && (step || closed) ? inWords(step, context) : undefined
  return { details, catalogue, checks, site, state, steps, closed, next }
}

/** Without a step left, the press that opens the shop. */
function inWords(step: ShopStep | undefined, { language }: AppLoadContext): NextStep {
  const { t } = translations(language)
  const part = t(step ? `company:parts.${step.name}` : 'company:opening.press')
  const whole = step?.language ? `${part} (${languageName(step.language, language)})` : part
  return {
    text: t('guide:next', { part: whole }),
    to: step ? stepAddress(step) : '/dashboard/company#opening',
    done: true,
  }
}
