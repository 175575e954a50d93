import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'

/** The words of one language, by their keys. */
export interface Translation {
  t: TFunction
}

const TranslationContext = createContext<Translation | undefined>(undefined)

/** Gives everything below it the words of one language, which never changes while a page is on show. */
export const TranslationProvider = TranslationContext.Provider

/**
 * The words of the page's language. react-i18next would do the same and more, switching and loading
 * on the way among it, for 3 kB of every page that hydrates.
 */
export function useTranslation(): Translation {
  const translations = useContext(TranslationContext)
  if (!translations) throw new Error('A TranslationProvider is missing above this component')
  return translations
}
