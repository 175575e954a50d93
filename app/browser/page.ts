import { reportFailures } from './failures/last-net'
import { applyLanguageChoice } from './language/stored-choice'

/**
 * For a page that has nothing else to do in the browser. The home page follows the stored language where
 * its address names none: at `/`, or where the server led on from there by the browser's wish.
 */
reportFailures()
const restored = applyLanguageChoice()
const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
const detected =
  location.pathname === '/' || (/^\/\w\w$/.test(location.pathname) && entry?.redirectCount)
if (restored && restored !== document.documentElement.lang && detected) location.replace('/')
