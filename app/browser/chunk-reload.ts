/**
 * A part of an app that does not arrive, as after an update or on a poor line: the page is loaded anew,
 * or the one that was on its way, at most once within ten seconds for the same path (spec §9). It runs
 * before everything else on the page, and by itself: what is missing may be all the rest.
 */
interface Router {
  state: { navigation: { location?: { pathname: string; search: string } } }
}

const pause = 10_000
const key = 'loaded-anew'

let leaving = false

/** Leaves for the page that is wanted, unless that has been tried just now or would lose something. */
function leave(): boolean {
  const { __remixRouter: router } = window as { __remixRouter?: Router }
  const wanted = router?.state.navigation.location
  const path = wanted?.pathname ?? location.pathname
  // Without a line there is only the browser's own error page to get.
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
    // What can't be remembered could go on for ever.
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
  leaving ||= leave()
  if (leaving && event.type === 'part-missing') event.preventDefault()
}

/** Says Vite of a late part, and Remix, as we have it built, of a route. */
addEventListener('vite:preloadError', miss)
addEventListener('part-missing', miss)

/** Says the browser of the first ones: it does not bubble. */
addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) miss(event)
  },
  true,
)

addEventListener('unhandledrejection', (event) => {
  if (/dynamically imported module|module script failed/i.test(event.reason?.message)) miss(event)
  // Nobody needs to read of a page that is about to go.
  if (leaving) event.stopImmediatePropagation()
})
