import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { bankForm, companyForm, textForm } from '../../../app/domain/legal/legal-forms'
import { legal } from '../../support/legal'

const company = {
  name: 'Café Morgenrot e. K.',
  street: 'Lindenallee 7',
  postcode: '10405',
  city: 'Berlin',
  country: 'DE',
  representatives: 'Mara Morgenrot\r\n\r\n Ben Abend ',
  email: 'mara@morgenrot.test',
  phone: '+49 30 23125 777',
  seen: 'mark',
}

/** The errors of a form, by field. */
function errorsOf(form: z.ZodTypeAny, typed: Record<string, string>) {
  const { error } = form.safeParse(typed)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]))
}

describe('The form of the company', () => {
  test('yields the same as the file', () => {
    const register = { registerCourt: 'Amtsgericht Charlottenburg', registerNumber: 'HRA 4711' }
    const typed = { ...company, ...register, vatId: 'DE136695976' }
    expect(companyForm.parse(typed)).toEqual({
      value: { ...legal.company, representatives: ['Mara Morgenrot', 'Ben Abend'] },
      seen: 'mark',
    })
  })

  test('writes a postcode as the post of the country does', () => {
    const typed = { ...company, postcode: 'D-10405' }
    expect(companyForm.parse(typed).value.postcode).toBe('10405')
  })

  test('reports each mistake at its field', () => {
    const typed = {
      ...{ name: 'x'.repeat(201), street: '', country: 'Germany', email: 'nobody', phone: 'call' },
      registerCourt: 'Amtsgericht',
    }
    expect(errorsOf(companyForm, typed)).toEqual({
      name: 'company:errors.long',
      street: 'company:errors.empty',
      postcode: 'company:errors.empty',
      city: 'company:errors.empty',
      country: 'company:errors.country',
      representatives: 'company:errors.representatives',
      email: 'company:errors.email',
      phone: 'company:errors.phone',
      registerNumber: 'company:errors.empty',
    })
    const short = { ...company, postcode: '1040' }
    expect(errorsOf(companyForm, short)).toEqual({ postcode: 'checkout:errors.postcodeDigits' })
    const sample = { ...company, name: 'Muster am Tresen GmbH', city: 'Musterstadt' }
    const left = 'company:errors.sample'
    expect(errorsOf(companyForm, sample)).toEqual({ name: left, city: left })
  })
})

describe('The form of the bank account', () => {
  test('accepts an IBAN and a BIC as people write them', () => {
    const typed = { holder: 'Mara', iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeff xxx' }
    expect(bankForm.parse(typed).value).toEqual({
      ...{ holder: 'Mara', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    })
    const pasted = { holder: 'Mara', iban: 'IBAN: DE89-3704−0044 0532 0130 00\u200b' }
    expect(bankForm.parse(pasted).value.iban).toBe('DE89370400440532013000')
    const wrong = { holder: 'M'.repeat(71), iban: 'DE89370400440532013001', bic: 'COBA' }
    expect(errorsOf(bankForm, wrong)).toEqual({
      ...{ holder: 'company:errors.holder', iban: 'company:errors.iban' },
      bic: 'company:errors.bic',
    })
    const sample = { holder: 'Mara', iban: 'DE02 1203 0000 0000 2020 51' }
    expect(errorsOf(bankForm, sample)).toEqual({ iban: 'company:errors.sample' })
  })
})

describe('The form of a text', () => {
  const terms = textForm('terms', false)

  test('is stored as sections, or as a single sentence', () => {
    const { value } = terms.parse({ text: '# Prices\r\n\r\nBy {name}' })
    expect(value).toEqual([{ heading: 'Prices', paragraphs: ['By {name}'] }])
    const disputes = textForm('disputes', false).parse({ text: 'We do\nnot take part.' })
    expect(disputes.value).toBe('We do not take part.')
    expect(textForm('terms', true).parse({}).value).toBeUndefined()
  })

  test.each([
    ['', 'empty'],
    ['Without a heading', 'heading'],
    ['# Empty\n\n# Next\n\nText', 'silent'],
    ['# Prices\n\nBy {nobody}', 'placeholder'],
    [`# Prices\n\n${'x'.repeat(5_001)}`, 'long'],
    [`# Prices\n\n${'x '.repeat(15_000)}`, 'textLong'],
    [`# ${'x'.repeat(201)}\n\nText`, 'long'],
  ])('refuses %j', (text, error) => {
    expect(errorsOf(terms, { text: text.slice(0, 31_000) })).toEqual({
      text: `company:errors.${error}`,
    })
  })
})
