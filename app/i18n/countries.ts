import type { Language } from '~/domain/text/languages'

const names: Record<Language, Intl.DisplayNames> = {
  en: new Intl.DisplayNames('en-GB', { type: 'region' }),
  de: new Intl.DisplayNames('de-DE', { type: 'region' }),
}

/** "Germany" and "Deutschland" for DE (ISO 3166-1 alpha-2). */
export function countryName(country: string, language: Language): string {
  return names[language].of(country) ?? country
}
