import { z } from 'zod'
import type { PaymentMethod } from './orders'

export const deliveries = ['shipping', 'pickup'] as const

export type Delivery = (typeof deliveries)[number]

export interface CheckoutNeeds {
  methods: readonly PaymentMethod[]
  /** The chosen one; undefined if nothing is shipped. */
  delivery?: Delivery
  countries: readonly string[]
  digital: boolean
}

const line = (missing: string) =>
  z
    .string({ required_error: missing })
    .transform((text) => text.replace(/\p{Cc}|\p{Surrogate}/gu, '').trim())
    // Forms omit texts that are empty only once cleaned here.
    .pipe(z.string({ required_error: missing }).max(120, 'checkout:errors.long'))

/** Lenient: elsewhere one digit is enough. */
const postcodes = new Map([
  ['DE', /^\d{5}$/],
  ['AT', /^\d{4}$/],
  ['CH', /^\d{4}$/],
  ['LI', /^\d{4}$/],
  ['FR', /^\d{5}$/],
  ['BE', /^\d{4}$/],
  ['LU', /^(L-?)?\d{4}$/i],
  ['NL', /^\d{4} ?[a-z]{2}$/i],
  ['DK', /^\d{4}$/],
  ['PL', /^\d{2}-?\d{3}$/],
])

const usualPostcode = /\d/

const name = line('checkout:errors.name')
const street = line('checkout:errors.street')
const city = line('checkout:errors.city')

/** Errors are locale keys; unknown fields are dropped. */
export function checkoutForm({ methods, delivery, countries, digital }: CheckoutNeeds) {
  const [first, ...others] = methods
  if (!first) throw new Error('There is no way to pay')
  const address = z
    .object({
      name,
      street,
      postcode: line('checkout:errors.postcode'),
      city,
      country: z
        .string({ required_error: 'checkout:errors.country' })
        .refine((country) => countries.includes(country), 'checkout:errors.country'),
    })
    .superRefine(({ postcode, country }, context) => {
      if ((postcodes.get(country) ?? usualPostcode).test(postcode)) return
      const message = 'checkout:errors.postcodeForm'
      context.addIssue({ code: 'custom', path: ['postcode'], message })
    })
  const about = z.object({
    payment: z.enum([first, ...others], {
      errorMap: () => ({ message: 'checkout:errors.payment' }),
    }),
    delivery: z
      .string()
      .default(delivery ?? '')
      .refine((each) => !delivery || each === delivery, 'checkout:errors.delivery'),
    email: z
      .string({ required_error: 'errors:email.missing' })
      .trim()
      .max(254, 'errors:email.invalid')
      .email('errors:email.invalid'),
    consent: digital
      ? z.literal('on', { errorMap: () => ({ message: 'checkout:errors.consent' }) })
      : z.string().optional(),
    key: z.string().max(400).default(''),
    seen: z.string().max(5_000).default(''),
  })
  if (delivery === 'shipping') return about.and(address)
  return about.and(delivery === 'pickup' ? z.object({ name }) : z.object({}))
}
