import type { Cents } from '~/domain/shop/money'
import { type Language, spoken } from '~/domain/text/languages'

/** As it is typed: 12.50, and 12,50 in German. */
export function typedMoney(amount: Cents, language: Language): string {
  return (amount / 100).toLocaleString(spoken[language].locale, {
    minimumFractionDigits: 2,
    useGrouping: false,
  })
}
