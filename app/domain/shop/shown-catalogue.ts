import { filledIn, inLanguage, type Language, type LocalizedText } from '../text/languages'
import type { Catalogue, Product } from './catalogue'

/** As customers see it: where an owner's text lacks a language, it is another one's. */
export function shownCatalogue(written: Catalogue): Catalogue {
  const categories = Object.entries(written.categories).map(([id, title]) => [id, filledIn(title)])
  return {
    ...written,
    ...(written.pickup && { pickup: filledIn(written.pickup) }),
    categories: Object.fromEntries(categories),
    products: written.products.map(shownProduct),
  }
}

/** A picture that nobody has described is called like its product. */
function shownProduct(written: Product): Product {
  const title = filledIn(written.title)
  return {
    ...written,
    title,
    summary: filledIn(written.summary),
    description: filledIn(written.description),
    deliveryTime: filledIn(written.deliveryTime),
    images: written.images.map(({ file, alt }) => ({
      file,
      alt: isWritten(alt) ? filledIn(alt) : title,
    })),
  }
}

/** Whether it says something in one language at least. */
export function isWritten(text: LocalizedText): boolean {
  return wordsOf(text) !== ''
}

/** In the language, or else in another one; empty where nothing is written. */
export function wordsOf(text: LocalizedText, language?: Language): string {
  return inLanguage(text, language)?.text ?? ''
}
