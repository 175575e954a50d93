import type { Cents } from '~/domain/shop/money'
import { type Language, onDemand, spoken } from '~/domain/text/languages'

// What Intl makes takes longer than most of the start.
const formatter = onDemand((language: Language) => {
  return new Intl.NumberFormat(spoken[language].locale, { style: 'currency', currency: 'EUR' })
})

/** "€12.50" and "12,50 €", with a no-break space. */
export function formatMoney(amount: Cents, language: Language): string {
  return formatter(language).format(amount / 100)
}

const percent = onDemand((language: Language) => {
  return new Intl.NumberFormat(spoken[language].locale, {
    style: 'percent',
    maximumFractionDigits: 1,
  })
})

/** "19%" and "19 %"; `rate` in percent. */
export function formatRate(rate: number, language: Language): string {
  return percent(language).format(rate / 100)
}
