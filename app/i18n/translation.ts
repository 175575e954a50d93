import type { TFunction } from 'i18next'
import { createContext, useContext } from 'react'

export interface Translation {
  t: TFunction
}

const TranslationContext = createContext<Translation | undefined>(undefined)

/** The language never changes while a page is shown. */
export const TranslationProvider = TranslationContext.Provider

/** react-i18next would cost 3 kB of every page that hydrates. */
export function useTranslation(): Translation {
  const translations = useContext(TranslationContext)
  if (!translations) throw new Error('A TranslationProvider is missing above this component')
  return translations
}
