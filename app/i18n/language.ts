import { useLocation } from '@remix-run/react'
import type { Language } from '~/domain/text/languages'
import { languageOfPath } from './addresses'

/** The language of the page: the address decides, nothing else. */
export function useLanguage(): Language {
  return languageOfPath(useLocation().pathname)
}
