import { z } from 'zod'
import { soundLines } from '../files/plain-text'
import { givenEmail } from '../forms/email'
import { postcodeError, readPostcode } from '../text/postcodes'
import { optionalLine, requiredLine } from './address-input'
import { type BillingNeeds, billingForm } from './billing-input'
import { type PaymentMethod, paymentMethods } from './orders'
import { type PickupDays, pickupDay } from './pickup-day'

export const deliveries = ['shipping', 'pickup'] as const

export type Delivery = (typeof deliveries)[number]

export interface CheckoutNeeds extends BillingNeeds {
  methods: readonly PaymentMethod[]
  delivery?: Delivery
  countries: readonly string[]
  digital: boolean
  pickupDays: PickupDays
}

const name = requiredLine('checkout:errors.name')

/** In characters. */
export const longestNote = 500

const note = z
  .string()
  .transform((text) => soundLines(text) || undefined)
  .refine((text = '') => text.length <= longestNote, 'checkout:errors.note')

/**
 * A schema of parts, since what checks two fields of an object together is skipped while a third is
 * missing. Its errors are locale keys, in the order of the page's fields; unknown fields are dropped.
 */
export function checkoutForm(needs: CheckoutNeeds) {
  const { methods, delivery, digital, pickupDays } = needs
  const begin = z.object({
    email: givenEmail,
    delivery: z
      .string()
      .default(delivery ?? '')
      .refine((each) => !delivery || each === delivery, 'checkout:errors.delivery'),
  })
  const end = z.object({
    note: note.optional(),
    payment: z
      .enum(paymentMethods, { errorMap: () => ({ message: 'checkout:errors.payment' }) })
      .refine((each) => methods.includes(each), 'checkout:errors.payment')
      .refine((each) => each !== 'on-pickup' || delivery === 'pickup', 'checkout:errors.onPickup'),
    consent: digital
      ? z.literal('on', { errorMap: () => ({ message: 'checkout:errors.consent' }) })
      : z.string().optional(),
    key: z.string().max(400).default(''),
    seen: z.string().max(5_000).default(''),
  })
  const invoice = billingForm(needs).and(end)
  if (delivery === 'shipping') return begin.and(shippedTo(needs)).and(invoice)
  return begin
    .and(delivery === 'pickup' ? z.object({ name, day: pickupDay(pickupDays) }) : z.object({}))
    .and(invoice)
}

function shippedTo({ countries }: CheckoutNeeds) {
  const place = z
    .object({
      postcode: requiredLine('checkout:errors.postcode'),
      country: z
        .string({ required_error: 'checkout:errors.country' })
        .refine((country) => countries.includes(country), 'checkout:errors.country'),
    })
    .superRefine(({ postcode, country }, context) => {
      if (readPostcode(postcode, country)) return
      context.addIssue({ code: 'custom', path: ['postcode'], ...postcodeError(country) })
    })
    .transform(({ postcode, ...typed }) => ({
      ...typed,
      postcode: readPostcode(postcode, typed.country) ?? postcode,
    }))
  const lines = z.object({
    name,
    street: requiredLine('checkout:errors.street'),
    line2: optionalLine,
  })
  return lines.and(place).and(z.object({ city: requiredLine('checkout:errors.city') }))
}
