import { inEvery } from '../text/languages'
import { textIn } from '../text/localized-fields'
import type { Texts } from './catalogue'

/** What says what a product is. */
export const aboutTexts = ['title', 'summary', 'description'] as const

export const productTexts = [...aboutTexts, 'deliveryTime'] as const

/** Nothing is missing where nobody has written these. */
export const optionalTexts: readonly ProductText[] = ['description']

export type ProductText = (typeof productTexts)[number]

/** In characters. */
export const longestText = { title: 120, summary: 300, description: 2_000, deliveryTime: 120 }

export const units = ['kg', 'l', 'm'] as const

/** A text from the fields of a form; empty where nothing was typed. */
export function texts(typed: Record<string, unknown>, name: string): Texts {
  const text = textIn(name, typed as Record<string, string>)
  return inEvery((language) => text[language] ?? '')
}
