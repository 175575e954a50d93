import { inEvery, type Language, spoken } from '~/domain/text/languages'

const countries = inEvery((language) => names(language, 'region'))

const tongues = inEvery((language) => names(language, 'language'))

function names(language: Language, type: Intl.DisplayNamesType) {
  return new Intl.DisplayNames(spoken[language].locale, { type })
}

/** "Germany" and "Deutschland" for DE (ISO 3166-1 alpha-2). */
export function countryName(country: string, language: Language): string {
  return countries[language].of(country) ?? country
}

/** "German" and "Deutsch" for de. */
export function languageName(named: Language, language: Language): string {
  return tongues[language].of(named) ?? named
}
