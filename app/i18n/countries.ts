import { type Language, spoken } from '~/domain/text/languages'

const known = new Map<string, Intl.DisplayNames>()

/** Made when first asked for: they take longer than most of the start. */
function names(language: Language, type: Intl.DisplayNamesType): Intl.DisplayNames {
  const key = `${language} ${type}`
  const found = known.get(key) ?? new Intl.DisplayNames(spoken[language].locale, { type })
  known.set(key, found)
  return found
}

/** "Germany" and "Deutschland" for DE (ISO 3166-1 alpha-2). */
export function countryName(country: string, language: Language): string {
  return names(language, 'region').of(country) ?? country
}

export interface NamedCountry {
  /** ISO 3166-1 alpha-2. */
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
  return names(language, 'language').of(named) ?? named
}
