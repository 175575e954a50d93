import { z } from 'zod'
import { isReadable, plainLine } from '../text/single-line'
import { type AddressField, optionalLine } from './address-input'
import type { Address } from './orders'
import { readPostcode } from './postcodes'
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
export function billingForm({ billed, shipped, billingCountries }: BillingNeeds) {
  return z.object(fields).transform((typed, context): Billed => {
    const { company, billingName, billingStreet, billingLine2 } = typed
    const { billingPostcode, billingCity, billingCountry } = typed
    const typedId = plainLine(typed.vatId ?? '')
    const vatId = typedId ? readVatId(typedId) : undefined
    if (typedId && !vatId) {
      context.addIssue({ code: 'custom', path: ['vatId'], message: 'checkout:errors.vatId' })
    }
    const given = [billingName, billingStreet, billingLine2, billingPostcode, billingCity].some(
      Boolean,
    )
    const business = Boolean(company || typedId)
    if (!given && !billed && (shipped || !business)) return { company, vatId }
    const issue = (field: AddressField, message: string) =>
      context.addIssue({ code: 'custom', path: [billingField(field)], message })
    const address = {
      name: billingName ?? typed.name ?? '',
      street: billingStreet ?? '',
      ...(billingLine2 && { line2: billingLine2 }),
      postcode: billingPostcode ?? '',
      city: billingCity ?? '',
      country: billingCountry,
    }
    for (const field of ['name', 'street', 'postcode', 'city'] as const) {
      if (!isReadable(address[field])) issue(field, `checkout:errors.${field}`)
    }
    if (!billingCountries.includes(billingCountry)) {
      issue('country', 'checkout:errors.billingCountry')
    } else if (address.postcode) {
      const postcode = readPostcode(address.postcode, billingCountry)
      if (postcode) address.postcode = postcode
      else issue('postcode', 'checkout:errors.postcodeForm')
    }
    return { vatId, billing: { ...(company && { company }), ...address } }
  })
}
