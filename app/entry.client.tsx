import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { TranslationProvider } from '~/i18n/translation'
import { languageOfPath } from './i18n/addresses'
import { loadTranslations } from './i18n/translation.client'

const translations = await loadTranslations(languageOfPath(window.location.pathname))

startTransition(() => {
  hydrateRoot(
    document,
    <TranslationProvider value={translations}>
      <RemixBrowser />
    </TranslationProvider>,
  )
})
