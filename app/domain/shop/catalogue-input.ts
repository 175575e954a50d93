import { z } from 'zod'
import { limitNames } from '../desks/entitlements'
import { soundLines } from '../files/plain-text'
import { inEvery } from '../text/languages'
import { keepUnits } from '../text/units'
import {
  type Catalogue,
  isDelivered,
  type Product,
  productDeliveries,
  productKinds,
} from './catalogue'
import { photoIdIn } from './product-photos'
import { isWritten } from './shown-catalogue'

const text = z
  .string()
  .transform(soundLines)
  .refine((typed) => typed.length <= 2_000, 'is longer than 2,000 characters')
  .transform(keepUnits)
  .default('')
const cents = z.number().int('must be whole cents').min(0).max(100_000_000)
const key = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase letters and digits with hyphens between')
  .max(60)
const country = z.string().regex(/^[A-Z]{2}$/, 'must be a country code like DE')

/** Each language may be missing or empty. */
const anyTexts = z.object(inEvery(() => text)).strict()

const texts = anyTexts.refine(isWritten, 'is empty in every language')

/** More would not fit into one commit together with their photos. */
export const mostProducts = 400
export const mostImages = 8

const image = z
  .object({
    // Only our own pictures: visitors' browsers load from nobody else.
    file: z
      .string()
      .refine(
        (file) =>
          /^\/[\w./-]+\.(svg|webp|avif|png|jpe?g)$/.test(file) || photoIdIn(file) !== undefined,
        'must be a path of this site',
      ),
    /** Nothing stands for the product's title. */
    alt: anyTexts,
  })
  .strict()

const product: z.ZodType<Product, z.ZodTypeDef, unknown> = z
  .object({
    id: key,
    kind: z.enum(productKinds),
    category: key,
    title: texts,
    summary: texts,
    description: anyTexts,
    price: cents,
    vatRate: z.number().min(0).max(50),
    interval: z.enum(['month', 'year']).optional(),
    unitPrice: z
      .object({ amount: cents, unit: z.enum(['kg', 'l', 'm']) })
      .strict()
      .optional(),
    delivery: z.enum(productDeliveries).optional(),
    /** In files and stores from before something could be for pick-up alone. */
    shipped: z.boolean().default(false),
    digital: z.boolean().default(false),
    deliveryTime: texts,
    stock: z.number().int().min(0).optional(),
    /** The only one, in files from before there were several. */
    image: image.optional(),
    images: z.array(image).max(mostImages).default([]),
    featured: z.boolean().default(false),
    hidden: z.boolean().default(false),
    grants: z.record(z.enum(limitNames), z.number().int()).default({}),
  })
  .strict()
  .transform(({ image, images, shipped, delivery = shipped ? 'shipping' : 'none', ...rest }) => ({
    ...rest,
    delivery,
    images: image ? [image, ...images] : images,
  }))

/** Problems are sentences. References are checked once all parts have the right shape. */
const catalogueFile: z.ZodType<Catalogue, z.ZodTypeDef, unknown> = z
  .object({
    currency: z.literal('EUR'),
    smallBusiness: z.boolean().default(false),
    shipping: z
      .array(
        z
          .object({
            countries: z.array(country).min(1),
            price: cents,
            freeFrom: cents.optional(),
          })
          .strict(),
      )
      .default([]),
    pickup: texts.optional(),
    payOnPickup: z.boolean().default(false),
    ownDelivery: z.boolean().optional(),
    categories: z.record(key, texts),
    products: z
      .array(product)
      .min(1, 'a shop needs a product')
      .max(mostProducts, `more than ${mostProducts} products`),
  })
  .strict()
  .superRefine((catalogue, context) => {
    for (const [path, message] of problems(catalogue)) {
      context.addIssue({ code: z.ZodIssueCode.custom, path, message })
    }
  })

const undelivered = {
  shipping: 'is sent, but there are neither shipping rates nor pick-up',
  pickup: 'is for pick-up alone, but there is no pick-up',
  none: '',
}

function problems(catalogue: Catalogue) {
  const { products, categories, smallBusiness, shipping } = catalogue
  const found: [(string | number)[], string][] = []
  const ids = new Set<string>()
  for (const [index, each] of products.entries()) {
    const at = (field: string) => ['products', index, field]
    if (ids.has(each.id)) found.push([at('id'), `there are two products with the id ${each.id}`])
    ids.add(each.id)
    if (!Object.hasOwn(categories, each.category)) {
      found.push([at('category'), `there is no category ${each.category}`])
    }
    if (smallBusiness && each.vatRate !== 0) {
      found.push([at('vatRate'), 'must be 0: a small business charges no VAT'])
    }
    if (!isDelivered(each, catalogue)) {
      found.push([at('delivery'), undelivered[each.delivery]])
    }
    if (each.kind === 'plan' && !each.interval) {
      found.push([at('interval'), 'a plan is paid by month or year'])
    }
  }
  const countries = shipping.flatMap((rate) => rate.countries)
  for (const twice of new Set(countries.filter((each, at) => countries.indexOf(each) !== at))) {
    found.push([['shipping'], `${twice} has two shipping rates`])
  }
  return found
}

/** As stores keep it; with what has been added to its shape since. */
export function storedCatalogue(content: unknown): Catalogue {
  const read = readCatalogue(content)
  if (read.kind === 'sound') return read.catalogue
  throw new Error(`The catalogue in the store is not sound: ${read.problems.join('; ')}`)
}

export function readCatalogue(
  content: unknown,
): { kind: 'sound'; catalogue: Catalogue } | { kind: 'unsound'; problems: string[] } {
  const parsed = catalogueFile.safeParse(content)
  if (parsed.success) return { kind: 'sound', catalogue: parsed.data }
  const sentences = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the file'}: ${message}`,
  )
  return { kind: 'unsound', problems: sentences }
}
