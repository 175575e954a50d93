import { describe, expect, test } from 'vitest'
import sample from '../../../app/adapters/json-file/sample-legal.json'
import { legalTextNames } from '../../../app/domain/legal/legal'
import { sectionsIn, typedText } from '../../../app/domain/legal/legal-text'
import { languages } from '../../../app/domain/text/languages'

test('The sample of a withdrawal leaves out goods that spoil', () => {
  // Source: § 312g(2) no. 2 BGB.
  expect(JSON.stringify(sample.texts.en.withdrawal)).toContain('spoil quickly')
  expect(JSON.stringify(sample.texts.de.withdrawal)).toContain('schnell verderben')
})

describe('A legal text as it is typed', () => {
  test.each(languages)('is unchanged after it was saved (%s)', (language) => {
    for (const name of legalTextNames) {
      const text = sample.texts[language][name]
      if (typeof text === 'string') expect(typedText(text)).toBe(text)
      else expect(sectionsIn(typedText(text))).toEqual(text)
    }
  })

  test('has headings, paragraphs over several lines, and lists', () => {
    const typed = `# Prices
In euros,
with VAT.

By card.
## Delivery

- to Germany
  and Austria
* to France

- by bicycle
Later lines
– belong to it`
    expect(sectionsIn(typed)).toEqual([
      { heading: 'Prices', paragraphs: ['In euros, with VAT.', 'By card.'] },
      {
        heading: 'Delivery',
        paragraphs: [
          ['to Germany and Austria', 'to France'],
          ['by bicycle Later lines', 'belong to it'],
        ],
      },
    ])
    expect(sectionsIn('No heading')).toEqual([{ heading: '', paragraphs: ['No heading'] }])
    expect(sectionsIn('')).toEqual([])
  })
})
