import { filledIn, inLanguage, type Language, type LocalizedText, lentIn } from '../text/languages'
import type { Catalogue, Product } from './catalogue'
import { productTexts } from './product-texts'

/** As customers see it: where an owner's text lacks a language, it is another one's, and `lent` says which. */
export function shownCatalogue(written: Catalogue): Catalogue {
  return {
    ...written,
    ...(written.pickup && {
      pickup: filledIn(written.pickup),
      pickupLent: lentIn(written.pickup),
    }),
    categories: mapped(written.categories, filledIn),
    lent: mapped(written.categories, lentIn),
    products: written.products.map(shownProduct),
  }
}

function mapped<Value>(texts: Catalogue['categories'], map: (text: LocalizedText) => Value) {
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, map(text)]))
}

/** A picture that nobody has described is called like its product. */
function shownProduct(written: Product): Product {
  const lent = productTexts.flatMap((name) => {
    const ofText = lentIn(written[name])
    return ofText ? [[name, ofText]] : []
  })
  return {
    ...written,
    title: filledIn(written.title),
    summary: filledIn(written.summary),
    description: filledIn(written.description),
    deliveryTime: filledIn(written.deliveryTime),
    images: written.images.map(({ file, alt }) => {
      const text = isWritten(alt) ? alt : written.title
      const lent = lentIn(text)
      return { file, alt: filledIn(text), ...(lent && { lent }) }
    }),
    ...(lent.length > 0 && { lent: Object.fromEntries(lent) }),
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
