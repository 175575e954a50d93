import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { TranslationProvider } from '~/i18n/translation'
import { noteTyping } from './components/forms/typed-before'
import { hydratedId } from './components/site/document'
import { loadExtra, retryFetches } from './components/updates/fetch-retry'
import { languageOfPath } from './i18n/addresses'
import { browserTranslation } from './i18n/translation.client'

const translations = browserTranslation(languageOfPath(window.location.pathname))

/** Milliseconds after the load until idle work (spec §9). */
const leisure = 1_000

retryFetches()
// The data that the page needs come behind it. While a root waits for them, React 18 fails on a click.
if (document.readyState === 'loading') {
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
}
noteTyping()
startTransition(() => {
  hydrateRoot(
    document.getElementById(hydratedId) as HTMLElement,
    <TranslationProvider value={translations}>
      <RemixBrowser />
    </TranslationProvider>,
    // React has recovered by rendering again, so that there is nothing to tell people.
    { onRecoverableError: (error) => console.error(error) },
  )
})

const keepUpLater = () =>
  setTimeout(async () => {
    const part = await loadExtra(() => import('./components/updates/updates'))
    part?.startUpdates(translations.t)
  }, leisure)
if (document.readyState === 'complete') keepUpLater()
else window.addEventListener('load', keepUpLater)
