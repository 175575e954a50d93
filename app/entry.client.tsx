import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { languageOfPath } from './i18n/addresses'
import { loadTranslations } from './i18n/translation.client'

const translations = await loadTranslations(languageOfPath(window.location.pathname))

startTransition(() => {
  hydrateRoot(
    document,
    <I18nextProvider i18n={translations}>
      <RemixBrowser />
    </I18nextProvider>,
  )
})
