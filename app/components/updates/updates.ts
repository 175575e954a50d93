import wordAddresses from 'virtual:word-addresses'
import type { TFunction } from 'i18next'
import type { Language } from '~/domain/text/languages'
import { raiseToast } from '../toasts/queue'
import { watchBuilds } from './latest-build'
import { prefetchRooms } from './prefetched-rooms'

/** What an app does when idle: look for updates, and fetch its other rooms. */
export function startUpdates(t: TFunction) {
  const { __remixManifest: manifest, __remixRouteModules: shown } = window
  const language = document.documentElement.lang as Language
  prefetchRooms(manifest, Object.keys(shown), wordAddresses[language])
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
