import { type Language, onDemand, spoken } from '~/domain/text/languages'

const countries = onDemand((language: Language) => names(language, 'region'))

const tongues = onDemand((language: Language) => names(language, 'language'))

function names(language: Language, type: Intl.DisplayNamesType) {
  return new Intl.DisplayNames(spoken[language].locale, { type })
}

/** "Germany" and "Deutschland" for DE (ISO 3166-1 alpha-2). */
export function countryName(country: string, language: Language): string {
  return countries(language).of(country) ?? country
}

export interface NamedCountry {
  country: string
  name: string
}

/** By name in the page's language, which browsers might spell otherwise. */
export function namedCountries(countries: string[], language: Language): NamedCountry[] {
  return countries
    .map((country) => ({ country, name: countryName(country, language) }))
    .sort((one, other) => one.name.localeCompare(other.name, language))
}

/** "German" and "Deutsch" for de. */
export function languageName(named: Language, language: Language): string {
  return tongues(language).of(named) ?? named
}
