import { describe, expect, test } from 'vitest'
import { type BillingNeeds, billingForm } from '~/domain/shop/billing-input'

const needs: BillingNeeds = { billed: false, shipped: true, billingCountries: ['DE', 'AT'] }
const address = {
  billingName: 'Karl',
  billingStreet: 'Weg 2',
  billingPostcode: '12345',
  billingCity: 'Ort',
  billingCountry: 'DE',
}
const billing = { name: 'Karl', street: 'Weg 2', postcode: '12345', city: 'Ort', country: 'DE' }
const required = ['billingName', 'billingStreet', 'billingPostcode', 'billingCity']

function read(typed: Record<string, string>, changes: Partial<BillingNeeds> = {}) {
  const { data, error } = billingForm({ ...needs, ...changes }).safeParse(typed)
  return data ?? error?.issues.map(({ path }) => path[0])
}

describe('Who the invoice is for', () => {
  test('is the customer, unless the form says otherwise', () => {
    expect(read({})).toEqual({})
    expect(read({ billingCountry: 'AT', company: ' ', vatId: ' ' })).toEqual({})
    expect(read({ company: 'Laden GmbH', vatId: 'de 123456789' })).toEqual({
      company: 'Laden GmbH',
      vatId: 'DE123456789',
    })
  })

  test('has a whole address or none', () => {
    expect(read(address)).toEqual({ billing })
    expect(read({ ...address, company: 'Laden GmbH' })).toEqual({
      billing: { company: 'Laden GmbH', ...billing },
    })
    expect(read({ billingCity: 'Ort', billingCountry: 'DE' })).toEqual(required.slice(0, 3))
    expect(read({ ...address, billingName: ' ', name: 'Karl' })).toEqual({ billing })
    expect(read({ ...address, name: 'Käthe' })).toEqual({ billing })
    expect(read({ ...address, billingCountry: '' })).toEqual(['billingCountry'])
    expect(read({ ...address, billingCountry: 'XX' })).toEqual(['billingCountry'])
    expect(read({ ...address, billingCountry: 'AT' })).toEqual(['billingPostcode'])
  })

  test('has an address where the law requires one and nothing is shipped', () => {
    const unsent = { shipped: false }
    const here = { billingCountry: 'DE' }
    expect(read({}, unsent)).toEqual({})
    expect(read(here, { ...unsent, billed: true })).toEqual(required)
    expect(read({ ...here, company: 'Laden GmbH' }, unsent)).toEqual(required)
    expect(read(address, { ...unsent, billed: true })).toEqual({ billing })
  })

  test('has a VAT ID of the EU', () => {
    expect(read({ vatId: 'CH123456789' })).toEqual(['vatId'])
    expect(read({ ...address, billingCity: '', vatId: 'x' })).toEqual(['vatId', 'billingCity'])
  })
})
