import { z } from 'zod'
import { optionalLines } from '../forms/lines'
import type { Language } from '../text/languages'
import { fieldIn, fieldsIn } from '../text/localized-fields'
import { countTyped } from '../text/numbers'
import { keepUnits } from '../text/units'
import { type Product, productDeliveries, type Texts } from './catalogue'
import { type Cents, type ReadAmount, readAmount } from './money'
import {
  aboutTexts,
  longestText,
  optionalTexts,
  type ProductText,
  productTexts,
  texts,
  units,
} from './product-texts'
import { isWritten } from './shown-catalogue'

export function text(longest: number, long: string) {
  return optionalLines(longest, long).transform((typed) => typed && keepUnits(typed))
}

/** A text of one line, also where its field breaks it. */
export function line(longest: number, long: string) {
  return text(longest, long).transform((typed) => typed?.replaceAll('\n', ' '))
}

/** Wanted in one language at least, but for optional ones. */
function textInputs(names: readonly ProductText[], language: Language) {
  const fields = Object.assign(
    {},
    ...names.map((name) => {
      const input = name === 'description' ? text : line
      return fieldsIn(name, input(longestText[name], `shelf:errors.long.${name}`))
    }),
  ) as Record<string, ReturnType<typeof text>>
  return z.object(fields).superRefine((typed, context) => {
    for (const name of names) {
      if (optionalTexts.includes(name) || isWritten(texts(typed, name))) continue
      const [path, message] = [[fieldIn(name, language)], `shelf:errors.missing.${name}`]
      context.addIssue({ code: 'custom', path, message })
    }
  })
}

/** Cents, more than none; one that can be read in two ways is asked about. */
function price(wrong: string) {
  return z.string({ required_error: wrong }).transform((typed, context): Cents => {
    const { cents, readings } = readAmount(typed)
    if (cents) return cents
    context.addIssue(amountIssue(wrong, readings))
    return 0
  })
}

/** The problem with an amount that could not be read. */
export function amountIssue(wrong: string, readings: ReadAmount['readings']) {
  if (!readings) return { code: 'custom' as const, message: wrong }
  const [thousands, decimals] = readings
  const message = 'shelf:errors.amountTwoWays'
  return { code: 'custom' as const, message, params: { thousands, decimals } }
}

const ticked = z.literal('on').optional()

const figures = z
  .object({
    price: price('shelf:errors.price'),
    vatRate: z.coerce.number().min(0).max(50).default(0),
    stock: z
      .string()
      .transform((typed, context) => {
        const stock = countTyped(typed)
        if (stock !== undefined) return stock
        context.addIssue({ code: 'custom', message: 'shelf:errors.stock' })
        return z.NEVER
      })
      .optional(),
    stockShown: z.coerce.number().int().min(0).optional(),
    unitAmount: price('shelf:errors.unitAmount').optional(),
    unit: z.enum(units).optional(),
  })
  .superRefine(({ unit, unitAmount }, context) => {
    if (!unit || unitAmount !== undefined) return
    context.addIssue({ code: 'custom', path: ['unitAmount'], message: 'shelf:errors.unitAmount' })
  })

const sale = z.object({
  delivery: z.enum(productDeliveries),
  kind: z.enum(['good', 'service']),
  digital: ticked,
  category: z.string().max(60).default(''),
  /** Title of a new one. */
  newCategory: text(longestText.title, 'shelf:errors.long.title'),
  featured: ticked,
  hidden: ticked,
  seen: z.string().max(60).default(''),
})

/** The form's fields of a product; the stock is the number to be left. */
export type ProductForm = Omit<Product, 'id' | 'images' | 'grants' | 'interval' | 'stock'> & {
  left?: number
  leftShown?: number
  /** Title of one that is new with the product, in the form's language. */
  newCategory?: string
  seen: string
}

/** Errors are locale keys, in the order of the form: the first has focus. */
export function productForm(language: Language) {
  return textInputs(aboutTexts, language)
    .and(figures)
    .and(textInputs(['deliveryTime'], language))
    .and(sale)
    .transform(productTyped)
}

type Typed = Record<string, string | undefined> & z.output<typeof figures> & z.output<typeof sale>

function productTyped(typed: Typed): ProductForm {
  const { kind, category, newCategory, price, vatRate, unitAmount, unit, stock, stockShown, seen } =
    typed
  return {
    ...(Object.fromEntries(productTexts.map((name) => [name, texts(typed, name)])) as Record<
      ProductText,
      Texts
    >),
    kind,
    category,
    newCategory,
    price,
    vatRate,
    ...(unit && unitAmount !== undefined && { unitPrice: { amount: unitAmount, unit } }),
    delivery: typed.delivery,
    digital: typed.digital === 'on',
    featured: typed.featured === 'on',
    hidden: typed.hidden === 'on',
    left: stock,
    leftShown: stockShown,
    seen,
  }
}
