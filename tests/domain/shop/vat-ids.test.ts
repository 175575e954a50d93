import { expect, test } from 'vitest'
import { readVatId } from '~/domain/shop/vat-ids'

test.each([
  ['DE 999 999 999', 'DE999999999'],
  ['atu12345678', 'ATU12345678'],
  ['DE–999−999‑999', 'DE999999999'],
  ['USt-IdNr.: DE 999 999 999', 'DE999999999'],
  ['UStID DE999999999', 'DE999999999'],
  ['UID-Nr. ATU12345678', 'ATU12345678'],
  ['VAT no. NL123456789B01', 'NL123456789B01'],
  ['NL123456789B01', 'NL123456789B01'],
  ['FR-XX.999999999', 'FRXX999999999'],
  ['EL123456789', 'EL123456789'],
  ['IE1234567WA', 'IE1234567WA'],
])('%s is the VAT ID %s', (typed, id) => expect(readVatId(typed)).toBe(id))

test.each([
  '',
  'DE',
  'DE12345678',
  '123456789',
  'GR123456789',
  'CH123456789',
  'GB999999973',
  '__proto__',
  'DE999999999x',
])('%o is none', (typed) => expect(readVatId(typed)).toBeUndefined())
