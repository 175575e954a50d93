import { z } from 'zod'
import { givenEmail } from '../forms/email'
import { optionalLine, requiredLine } from './address-input'
import { type BillingNeeds, billingForm } from './billing-input'
import type { PaymentMethod } from './orders'
import { pickupDay } from './pickup-day'
import { readPostcode } from './postcodes'

export const deliveries = ['shipping', 'pickup'] as const

export type Delivery = (typeof deliveries)[number]

export interface CheckoutNeeds extends BillingNeeds {
  methods: readonly PaymentMethod[]
  delivery?: Delivery
  countries: readonly string[]
  digital: boolean
  /** The calendar day in the shop (ISO 8601). */
  today: string
}

const name = requiredLine('checkout:errors.name')
const street = requiredLine('checkout:errors.street')
const city = requiredLine('checkout:errors.city')

/** In characters. */
export const longestNote = 500

const note = z
  .string()
  .transform((text) => clean(text) || undefined)
  .refine((text = '') => text.length <= longestNote, 'checkout:errors.note')

function clean(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n')
  return lines.replace(/(?!\n)\p{Cc}|\p{Surrogate}/gu, '').trim()
}

/** Errors are locale keys; unknown fields are dropped. */
export function checkoutForm(needs: CheckoutNeeds) {
  const { methods, delivery, countries, digital, today } = needs
  const [first, ...others] = methods
  if (!first) throw new Error('There is no way to pay')
  const address = z
    .object({
      name,
      street,
      line2: optionalLine,
      postcode: requiredLine('checkout:errors.postcode'),
      city,
      country: z
        .string({ required_error: 'checkout:errors.country' })
        .refine((country) => countries.includes(country), 'checkout:errors.country'),
    })
    .superRefine(({ postcode, country }, context) => {
      if (readPostcode(postcode, country)) return
      const message = 'checkout:errors.postcodeForm'
      context.addIssue({ code: 'custom', path: ['postcode'], message })
    })
    .transform(({ postcode, ...typed }) => ({
      ...typed,
      postcode: readPostcode(postcode, typed.country) ?? postcode,
    }))
  const about = z.object({
    payment: z
      .enum([first, ...others], { errorMap: () => ({ message: 'checkout:errors.payment' }) })
      .refine((each) => each !== 'on-pickup' || delivery === 'pickup', 'checkout:errors.onPickup'),
    delivery: z
      .string()
      .default(delivery ?? '')
      .refine((each) => !delivery || each === delivery, 'checkout:errors.delivery'),
    email: givenEmail,
    consent: digital
      ? z.literal('on', { errorMap: () => ({ message: 'checkout:errors.consent' }) })
      : z.string().optional(),
    note: note.optional(),
    key: z.string().max(400).default(''),
    seen: z.string().max(5_000).default(''),
  })
  const all = about.and(billingForm(needs))
  if (delivery === 'shipping') return all.and(address)
  return all.and(delivery === 'pickup' ? z.object({ name, day: pickupDay(today) }) : z.object({}))
}
