import type { Cents } from '~/domain/shop/money'
import { inEvery, type Language, spoken } from '~/domain/text/languages'

const formatters = inEvery((language) => {
  return new Intl.NumberFormat(spoken[language].locale, { style: 'currency', currency: 'EUR' })
})

/** "€12.50" and "12,50 €", with a no-break space. */
export function formatMoney(amount: Cents, language: Language): string {
  return formatters[language].format(amount / 100)
}

const percents = inEvery((language) => {
  return new Intl.NumberFormat(spoken[language].locale, {
    style: 'percent',
    maximumFractionDigits: 1,
  })
})

/** "19%" and "19 %"; `rate` in percent. */
export function formatRate(rate: number, language: Language): string {
  return percents[language].format(rate / 100)
}
