import wordAddresses from 'virtual:word-addresses'
import type { TFunction } from 'i18next'
import type { Language } from '~/domain/text/languages'
import { raiseToast } from '../toasts/queue'
import { watchBuilds } from './latest-build'

export function startUpdates(t: TFunction) {
  const { __remixManifest: manifest, __remixRouteModules: shown } = window
  const language = document.documentElement.lang as Language
  prefetchRooms(manifest, Object.keys(shown), Object.values(wordAddresses[language]))
  // In development each edit is a build, and arrives by itself.
  if (import.meta.env.DEV) return
  watchBuilds(manifest.version, () =>
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

interface Manifest {
  routes: Record<string, { parentId?: string; module: string; imports?: string[] }>
}

function prefetchRooms(manifest: Manifest, shown: string[], words: string[]) {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string }
  }
  if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
  const parents = shown.map((id) => manifest.routes[id]?.parentId)
  const scripts = Object.entries(manifest.routes)
    .filter(([id, { parentId }]) => !shown.includes(id) && parents.includes(parentId))
    .flatMap(([, { module, imports = [] }]) => [module, ...imports])
  const known = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  for (const href of new Set([...scripts, ...words])) {
    if (known.includes(href)) continue
    // In Firefox a prefetch link falls under default-src, which no page allows.
    fetch(href, { priority: 'low' }).catch(() => {})
  }
}
