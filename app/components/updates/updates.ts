import wordAddresses from 'virtual:word-addresses'
import type { TFunction } from 'i18next'
import type { Language } from '~/domain/text/languages'
import { raiseToast } from '../toasts/queue'
import { watchBuilds } from './latest-build'

/** Milliseconds for a page beyond which the connection is too slow to fetch other rooms in advance. */
const slow = 300
/** Milliseconds that a pointer rests on a link. */
const rest = 100

export function startUpdates(t: TFunction) {
  warmUp(window.__remixManifest, wordAddresses[document.documentElement.lang as Language])
  // In development each edit is a build, and arrives by itself.
  if (import.meta.env.DEV) return
  watchBuilds(window.__remixManifest.version, () =>
    raiseToast({
      kind: 'done',
      text: t('layout:update.text'),
      offer: {
        take: t('layout:update.load'),
        leave: t('layout:update.later'),
        deed: () => location.reload(),
      },
    }),
  )
}

/** Fetches other rooms, without data: on a fast connection all, else the one whose link is hovered or focused. */
function warmUp({ routes }: typeof window.__remixManifest, words: Record<string, string>) {
  const loaded = performance.getEntriesByType('resource')
  const known = new Set(loaded.map(({ name }) => new URL(name).pathname))
  const warm = (isWanted: (path?: string) => boolean) => {
    for (const { id, parentId = '', index, path, module, imports = [] } of Object.values(routes)) {
      const { [parentId]: around } = routes
      // A room is a route of the desk, and what that has as its index.
      const isIndex = index && around?.parentId?.endsWith('.dashboard')
      if (!(isIndex || parentId.endsWith('.dashboard'))) continue
      if (!isWanted(isIndex ? around?.path : path)) continue
      for (const href of [module, ...imports, words[id] ?? module]) {
        if (known.has(href)) continue
        known.add(href)
        // In Firefox a prefetch link falls under default-src, which no page allows.
        fetch(href, { priority: 'low' }).catch(() => {})
      }
    }
  }
  let resting: ReturnType<typeof setTimeout>
  const attend = ({ target }: Event) => {
    clearTimeout(resting)
    const link = target instanceof Element && target.closest('a')
    const [room, path] = (link && /\/dashboard(?:\/(\w+))?$/.exec(link.pathname)) || []
    if (room) resting = setTimeout(warm, rest, (own?: string) => own === path)
  }
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, attend)
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!page || page.responseEnd - page.requestStart < slow) warm(() => true)
}
