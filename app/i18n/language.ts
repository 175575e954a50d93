import { useLocation } from '@remix-run/react'
import type { Language } from '~/domain/text/languages'
import { languageOfPath } from './addresses'

export function useLanguage(): Language {
  return languageOfPath(useLocation().pathname)
}
