/**
 * When a part of an app does not load, as after an update, reloads the page or the one navigated
 * to, at most once in ten seconds per path (spec §9). Standalone and before all other scripts: the
 * missing part may be all the rest.
 */
interface Router {
  state: { navigation: { location?: { pathname: string; search: string } } }
}

const pause = 10_000
const key = 'loaded-anew'

/** By `Date.now`. Firefox aborts pending imports as soon as a navigation starts: nothing is missing then. */
let leavingUntil = 0
const isLeaving = () => Date.now() < leavingUntil

/** Loads the page unless that was just tried or would lose typed text. */
function leave(): boolean {
  const { __remixRouter: router } = window as { __remixRouter?: Router }
  const wanted = router?.state.navigation.location
  const path = wanted?.pathname ?? location.pathname
  // Offline there is only the browser's own error page.
  if (!navigator.onLine || (!wanted && somethingTyped()) || !mayLeaveFor(path)) return false
  const address = wanted && wanted.pathname + wanted.search
  if (address && address !== location.pathname + location.search) location.assign(address)
  else location.reload()
  return true
}

function mayLeaveFor(path: string): boolean {
  try {
    const [before, at] = (sessionStorage.getItem(key) ?? '').split(' ')
    if (before === path && Date.now() - Number(at) < pause) return false
    sessionStorage.setItem(key, `${path} ${Date.now()}`)
    return true
  } catch {
    // Without storage it could loop forever.
    return false
  }
}

function somethingTyped(): boolean {
  return [...document.querySelectorAll('textarea,input')].some((field) => {
    const { value, defaultValue } = field as HTMLInputElement
    return value !== defaultValue
  })
}

function miss(event: Event) {
  if (!isLeaving() && leave()) leavingUntil = Number.POSITIVE_INFINITY
  if (isLeaving() && event.type === 'part-missing') event.preventDefault()
}

addEventListener('beforeunload', () => {
  leavingUntil = Math.max(leavingUntil, Date.now() + pause)
})

/** Fired by Vite for lazy parts, and by our build of Remix for routes. */
addEventListener('vite:preloadError', miss)
addEventListener('part-missing', miss)

/** For parts of the first load: this event does not bubble. */
addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) miss(event)
  },
  true,
)

addEventListener('unhandledrejection', (event) => {
  if (/dynamically imported module|module script failed/i.test(event.reason?.message)) miss(event)
  // No error message on a page about to go.
  if (isLeaving()) event.stopImmediatePropagation()
})
