import { RemixBrowser } from '@remix-run/react'
import { hydrateRoot } from 'react-dom/client'
import { TranslationProvider } from '~/i18n/translation'
import { anotherTurn } from './components/site/own-turn'
import { retryFetches } from './components/updates/fetch-retry'
import { languageOfPath } from './i18n/addresses'
import { browserTranslation } from './i18n/translation.client'

const translations = browserTranslation(languageOfPath(window.location.pathname))

/** Milliseconds after the load until idle work (spec §9). */
const leisure = 1_000

retryFetches()
// Until the loaders' data are decoded RemixBrowser throws a promise, and a root has nobody to catch it:
// Preact does not hydrate, and React fails with error 345 if a click hurries it.
try {
  RemixBrowser({})
} catch (reason) {
  await reason
}

await anotherTurn()

hydrateRoot(
  document,
  <TranslationProvider value={translations}>
    <RemixBrowser />
  </TranslationProvider>,
)

const keepUpLater = () =>
  setTimeout(async () => {
    ;(await import('./components/updates/updates')).startUpdates(translations.t)
  }, leisure)
if (document.readyState === 'complete') keepUpLater()
else window.addEventListener('load', keepUpLater)
