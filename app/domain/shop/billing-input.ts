import { z } from 'zod'
import { type PostcodeShape, postcodeError, readPostcode } from '../text/postcodes'
import { isReadable, plainLine } from '../text/single-line'
import { type AddressField, optionalLine } from './address-input'
import type { Address } from './orders'
import { readVatId } from './vat-ids'

export interface BillingNeeds {
  /** Nothing is shipped and the total is more than that of a small invoice (§ 33 UStDV). */
  billed: boolean
  shipped: boolean
  billingCountries: readonly string[]
}

/** Cents; invoices of more than this name their recipient with an address. Source: § 33 UStDV. */
export const smallInvoice = 25_000

const fields = {
  name: optionalLine,
  company: optionalLine,
  billingName: optionalLine,
  billingStreet: optionalLine,
  billingLine2: optionalLine,
  billingPostcode: optionalLine,
  billingCity: optionalLine,
  billingCountry: z.string().default(''),
  vatId: z.string().max(60, 'checkout:errors.vatId').optional(),
}

/** The form's name for a field of the invoice's address. */
export function billingField(field: AddressField): string {
  return `billing${field.charAt(0).toUpperCase()}${field.slice(1)}`
}

interface Billed {
  /** Of the address that it is shipped to, if the invoice goes there too. */
  company?: string
  billing?: Address
  vatId?: string
}

/**
 * Who the invoice is for. Another address than that of the shipping is complete or absent; where
 * nothing is shipped, businesses and large invoices need one. Its name is the one that is given already,
 * if it has none.
 */
export function billingForm(needs: BillingNeeds) {
  return z
    .object(fields)
    .superRefine((typed, context) => {
      if (plainLine(typed.vatId ?? '') && !vatIdOf(typed)) {
        context.addIssue({ code: 'custom', path: ['vatId'], message: 'checkout:errors.vatId' })
      }
      const address = addressOf(typed, needs)
      if (!address) return
      const issue = (field: AddressField, message: string, params?: PostcodeShape) =>
        context.addIssue({ code: 'custom', path: [billingField(field)], message, params })
      const { name, street, postcode, city, country } = address
      if (!isReadable(name)) issue('name', 'checkout:errors.name')
      if (!isReadable(street)) issue('street', 'checkout:errors.street')
      if (!isReadable(postcode)) issue('postcode', 'checkout:errors.postcode')
      else if (needs.billingCountries.includes(country) && !readPostcode(postcode, country)) {
        const { message, params } = postcodeError(country)
        issue('postcode', message, params)
      }
      if (!isReadable(city)) issue('city', 'checkout:errors.city')
      if (!needs.billingCountries.includes(country)) {
        issue('country', 'checkout:errors.billingCountry')
      }
    })
    .transform((typed): Billed => {
      const { company } = typed
      const vatId = vatIdOf(typed)
      const address = addressOf(typed, needs)
      if (!address) return { company, vatId }
      const postcode = readPostcode(address.postcode, address.country) ?? address.postcode
      return { vatId, billing: { ...(company && { company }), ...address, postcode } }
    })
}

type Typed = z.output<z.ZodObject<typeof fields>>

function vatIdOf({ vatId = '' }: Typed): string | undefined {
  return plainLine(vatId) ? readVatId(vatId) : undefined
}

/** As typed; undefined where the invoice needs none besides the one that it is shipped to. */
function addressOf(typed: Typed, { billed, shipped }: BillingNeeds): Address | undefined {
  const { company, vatId = '', billingName, billingStreet, billingLine2 } = typed
  const { billingPostcode, billingCity, billingCountry } = typed
  const given = [billingName, billingStreet, billingLine2, billingPostcode, billingCity].some(
    Boolean,
  )
  const business = Boolean(company || plainLine(vatId))
  if (!given && !billed && (shipped || !business)) return undefined
  return {
    name: billingName ?? typed.name ?? '',
    street: billingStreet ?? '',
    ...(billingLine2 && { line2: billingLine2 }),
    postcode: billingPostcode ?? '',
    city: billingCity ?? '',
    country: billingCountry,
  }
}
