import { expect, test } from 'vitest'
import { readLegal, readLegalParts } from '../../../app/domain/legal/legal-input'
import { details } from '../../support/legal'

test('An export with gaps is sound to import, and unsound for the file of a server', () => {
  const { company, texts } = details
  for (const written of [{ texts: {} }, { company, texts: { en: { terms: texts.en?.terms } } }]) {
    // As JSON leaves out what is undefined.
    const content = JSON.parse(JSON.stringify({ sample: false, ...written }))
    expect(readLegalParts(content)).toEqual({ kind: 'sound', sample: false, details: written })
    expect(readLegal(content).kind).toBe('unsound')
  }
  const left = { sample: false, company: { ...company, city: 'Musterstadt' }, texts: {} }
  expect(readLegalParts(left)).toMatchObject({ problems: [expect.stringContaining('sample')] })
})
