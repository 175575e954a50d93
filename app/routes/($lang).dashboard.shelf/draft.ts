import type { Product } from '~/domain/shop/catalogue'
import { readCents } from '~/domain/shop/money'
import { texts } from '~/domain/shop/product-texts'

export type Draft = Partial<Pick<Product, 'title' | 'summary' | 'price' | 'unitPrice' | 'shipped'>>

/** What a form that is still being filled in says of the card. */
export function draftOf(form: FormData): Draft {
  const typed = (name: string) => String(form.get(name) ?? '')
  const words = Object.fromEntries(form)
  const amount = readCents(typed('unitAmount'))
  const unit = typed('unit') as 'kg'
  return {
    title: texts(words, 'title'),
    summary: texts(words, 'summary'),
    price: readCents(typed('price')) ?? 0,
    unitPrice: unit && amount !== undefined ? { amount, unit } : undefined,
    shipped: form.has('shipped'),
  }
}
