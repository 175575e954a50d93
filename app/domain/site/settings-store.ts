import type { PhotoSize, ProductPhoto } from '../shop/product-photos'
import { newSiteSettings, type SiteSettings } from './settings'
import { keptSettings } from './settings-input'

export interface StoredSite {
  settings: SiteSettings
  /** Grows with each change, from 1. */
  version: number
}

/** Empty until a server has started on it. */
export interface SiteStore {
  /** 0 while it is empty. */
  version(): Promise<number>
  find(): Promise<StoredSite | undefined>
  /**
   * One commit; `decide` may run again, and changes nothing without settings. Adds the pictures, and
   * drops those that the settings show no more.
   */
  change<Decided extends { settings?: SiteSettings }>(
    decide: (kept: SiteSettings | undefined) => Decided,
    pictures?: readonly ProductPhoto[],
  ): Promise<Decided>
  findPicture(id: string, size: PhotoSize): Promise<Uint8Array | undefined>
}

export interface SiteSource {
  read(): Promise<SiteSettings>
  change<Decided extends { settings?: SiteSettings }>(
    decide: (current: SiteSettings) => Decided,
    pictures?: readonly ProductPhoto[],
  ): Promise<Decided>
  findPicture: SiteStore['findPicture']
  onChange(listener: () => void): void
}

/** The site's settings, read again only after a change. */
export function createSiteSource(store: SiteStore): SiteSource {
  const listeners: (() => void)[] = []
  let known: StoredSite = { settings: newSiteSettings, version: 0 }
  return {
    async read() {
      if (known.version !== (await store.version())) {
        known = (await store.find()) ?? { settings: newSiteSettings, version: 0 }
      }
      return known.settings
    },

    async change(decide, pictures) {
      const decided = await store.change((current) => {
        const decided = decide(current ?? newSiteSettings)
        // What could not be read again must not be written.
        if (decided.settings) keptSettings(decided.settings)
        return decided
      }, pictures)
      if (decided.settings) for (const listener of listeners) listener()
      return decided
    },

    findPicture: (id, size) => store.findPicture(id, size),
    onChange: (listener) => void listeners.push(listener),
  }
}
