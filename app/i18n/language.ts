import { useLocation } from '@remix-run/react'
import { type Language, languages } from '~/domain/text/languages'
import { languageOfPath } from './addresses'

export function useLanguage(): Language {
  return languageOfPath(useLocation().pathname)
}

/** Every language, the page's own first: the order of fields for a text in each of them. */
export function useLanguages(): Language[] {
  return [...new Set([useLanguage(), ...languages])]
}
