import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { TranslationProvider } from '~/i18n/translation'
import { retryFetches } from './components/updates/fetch-retry'
import { languageOfPath } from './i18n/addresses'
import { browserTranslation } from './i18n/translation.client'

const translations = browserTranslation(languageOfPath(window.location.pathname))

/** Milliseconds after the load until idle work (spec §9). */
const leisure = 1_000

retryFetches()

await loaderData()

// React puts a textarea's first text back when it hydrates, unless the content is another by then.
for (const area of document.querySelectorAll('textarea')) area.defaultValue = area.value

/**
 * Returns when the loaders' data are decoded. Until then RemixBrowser throws a promise. A click makes
 * React hydrate at once; where its root then waits, it fails with error 345 and never hydrates.
 */
async function loaderData() {
  try {
    RemixBrowser({})
  } catch (reason) {
    await reason
  }
}

startTransition(() => {
  hydrateRoot(
    document,
    <TranslationProvider value={translations}>
      <RemixBrowser />
    </TranslationProvider>,
  )
})

const keepUpLater = () =>
  setTimeout(async () => {
    const { startUpdates } = await import('./components/updates/updates')
    startUpdates(translations.t)
  }, leisure)
if (document.readyState === 'complete') keepUpLater()
else window.addEventListener('load', keepUpLater)
