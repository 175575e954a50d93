import type { Cents } from '~/domain/shop/money'
import type { Language } from '~/domain/text/languages'

const formatters: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }),
  de: new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }),
}

/** "€12.50" and "12,50 €", with a space that does not break. */
export function formatMoney(amount: Cents, language: Language): string {
  return formatters[language].format(amount / 100)
}

const percents: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 }),
  de: new Intl.NumberFormat('de-DE', { style: 'percent', maximumFractionDigits: 1 }),
}

/** "19%" and "19 %"; `rate` in percent. */
export function formatRate(rate: number, language: Language): string {
  return percents[language].format(rate / 100)
}
