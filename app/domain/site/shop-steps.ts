import { type LegalDetails, legalTextNames } from '../legal/legal'
import { isAbroad, lacksTaxNumber, missingIn } from '../legal/legal-store'
import type { Language } from '../text/languages'
import type { ShopChecks } from './opening'

export interface ShopStep {
  name: 'details' | 'bank' | 'texts' | 'shipping' | 'products'
  done: boolean
  /** In which texts are missing. */
  language?: Language
}

/**
 * What a shop needs, in the order in which it is best done. The texts are done once the shop may open with
 * them: one language is enough, and what another lacks, its readers get in that one.
 */
export function shopSteps(details: LegalDetails, checks: ShopChecks, own: Language): ShopStep[] {
  const missing = missingIn(details)
  const written = legalTextNames.every((name) => !missing.includes(name))
  const language = written ? undefined : own
  const { delivery, products, samples } = checks
  const settled = !lacksTaxNumber(details) && !isAbroad(details)
  return [
    { name: 'details', done: !missing.includes('company') && settled },
    { name: 'bank', done: !missing.includes('bank') },
    { name: 'texts', done: language === undefined, language },
    { name: 'shipping', done: delivery },
    { name: 'products', done: products > 0 && samples === 0 },
  ]
}
