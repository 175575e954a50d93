import { filledIn } from '../text/languages'
import { textIn } from '../text/localized-fields'
import type { Texts } from './catalogue'

export const productTexts = ['title', 'summary', 'description', 'deliveryTime'] as const

export type ProductText = (typeof productTexts)[number]

/** In characters. */
export const longestText = { title: 120, summary: 300, description: 2_000, deliveryTime: 120 }

export const units = ['kg', 'l', 'm'] as const

/** A text in every language, from the fields of a form: what is empty has another language's. */
export function texts(typed: Record<string, unknown>, name: string): Texts {
  return filledIn(textIn(name, typed as Record<string, string>))
}
