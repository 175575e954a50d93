import type { Catalogue, CatalogueFile } from './catalogue'
import { storedCatalogue } from './catalogue-input'
import { type PhotoSize, type ProductPhoto, photoIdIn } from './product-photos'
import { isOnShelf } from './shelf'
import { shelfCategories } from './shelf-changes'
import { shownCatalogue } from './shown-catalogue'

export interface StoredCatalogue {
  catalogue: Catalogue
  /** Grows with each change, from 1. */
  version: number
}

/** Products changed in the browser or imported; empty until then. At most `mostProducts`. */
export interface CatalogueStore {
  /** 0 while it is empty. */
  version(): Promise<number>
  find(): Promise<StoredCatalogue | undefined>
  /** One commit; `decide` may run again. Adds the photos that it lacks, and drops those that no product shows. */
  change<Decided extends { catalogue?: Catalogue }>(
    decide: (stored: Catalogue | undefined) => Decided,
    photos?: readonly ProductPhoto[],
  ): Promise<Decided>
  findPhoto(id: string, size: PhotoSize): Promise<Uint8Array | undefined>
}

/** The shop's catalogue: as stored, or the file's until the first change. */
export interface CatalogueSource {
  /** As customers see it. */
  read(now: Date): Promise<Catalogue>
  /** As the owner wrote it, with texts that some languages lack. */
  readWritten(now: Date): Promise<Catalogue>
  change<Decided extends { catalogue?: Catalogue }>(
    decide: (current: Catalogue) => Decided,
    now: Date,
    photos?: readonly ProductPhoto[],
  ): Promise<Decided>
  findPhoto: CatalogueStore['findPhoto']
  /** The sample of a new shop. */
  sample: Catalogue
  onChange(listener: () => void): void
}

/** `offers`: whether the site offers counters to other businesses, and with them plans and add-ons. */
export function createCatalogueSource(
  store: CatalogueStore,
  file: CatalogueFile,
  sample: Catalogue,
  offers: () => Promise<boolean>,
): CatalogueSource {
  const listeners: (() => void)[] = []
  let known: StoredCatalogue | undefined
  let shown: { written: Catalogue; plans: boolean; catalogue: Catalogue } | undefined

  async function readWritten(now: Date) {
    const version = await store.version()
    if (known?.version !== version) known = version === 0 ? undefined : await store.find()
    return known?.catalogue ?? file.read(now)
  }

  return {
    readWritten,

    async read(now) {
      const [written, plans] = await Promise.all([readWritten(now), offers()])
      if (shown?.written !== written || shown.plans !== plans) {
        const offered = plans ? written : withoutPlans(written)
        shown = { written, plans, catalogue: shownCatalogue(offered) }
      }
      return shown.catalogue
    },

    async change(decide, now, photos) {
      const decided = await store.change((stored) => {
        const decided = decide(stored ?? file.read(now))
        // What could not be read again must not be written.
        if (decided.catalogue) storedCatalogue(decided.catalogue)
        return decided
      }, photos)
      if (decided.catalogue) for (const listener of listeners) listener()
      return decided
    },

    findPhoto: (id, size) => store.findPhoto(id, size),
    sample,
    onChange: (listener) => void listeners.push(listener),
  }
}

/** With neither plans and add-ons nor their categories. */
function withoutPlans(catalogue: Catalogue): Catalogue {
  const products = catalogue.products.filter(isOnShelf)
  return { ...catalogue, products, categories: shelfCategories(catalogue) }
}

export function photosIn({ products }: Pick<Catalogue, 'products'>): Set<string> {
  return new Set(
    products.flatMap(({ images }) => images.flatMap(({ file }) => photoIdIn(file) ?? [])),
  )
}
