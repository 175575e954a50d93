import { describe, expect, test } from 'vitest'
import { needles, searchText } from '../../../app/domain/text/search-folding'
import { searchWords } from '../../../app/domain/tickets/search'
import { snippetParts, wordsIn } from '../../../app/domain/tickets/search-snippets'
import { splitTags, tidyTags } from '../../../app/domain/tickets/tags'

/** The parts as one line, hits in brackets. */
const marked = (text: string, typed: string) =>
  snippetParts(text, searchWords(typed))
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('')

describe('search words', () => {
  test.each([
    ['Grüße, Müller!', ' gruesse mueller grusse muller '],
    ['tea', ' tea '],
    ['Frau Müller-Schmidt', ' frau mueller schmidt muller schmidt '],
    ['ÇA va? Œuvre №5', ' ca va oeuvre no5 ouvre '],
    ['naïve', ' naive '],
    ['Tee\u00adkanne', ' teekanne '],
    ['می\u200cخواهم', ' میخواهم '],
    ['0171 123-45 67', ' 0171 123 45 67 01711234567 '],
    ['+49 (0)40 / 12 34 56', ' 49 0 40 12 34 56 49040123456 '],
    ['İstanbul', ' istanbul '],
    ['🙂', ' '],
    ['', ' '],
  ])('of %j is %j', (text, folded) => {
    expect(searchText(text)).toBe(folded)
  })

  test.each(['Mueller-Bruecke', 'aee ooe AE 2e', 'e-mail: a@b.example', '[x] (y)', '~'])(
    'of ASCII is that of other letters: %j',
    (text) => {
      const wide = text.replace(/[!-~]/g, (sign) =>
        String.fromCharCode(sign.charCodeAt(0) + 0xfee0),
      )
      expect(searchText(text)).toBe(searchText(wide))
    },
  )

  test.each([
    ['Müller', ['mueller', 'muller']],
    ['a', [' a ']],
    ['xl', [' xl']],
    ['a@b.example', ['a b example']],
    ['"', []],
  ])('for %j is any of %j', (word, looked) => {
    expect(needles(word)).toEqual(looked)
  })
})

describe('a telephone number', () => {
  const written = [
    '0171 1234567',
    '01711234567',
    '0171/123 45 67',
    '+49 171 1234567',
    '+49 (0)171-1234567',
  ]

  test.each(written)('%s is found however it is typed', (text) => {
    for (const typed of [...written, '0049 171 1234567', '(0171) 1234567', '1234567']) {
      const [first = '', ...more] = searchWords(typed)
      const found = needles(first).some((needle) => searchText(`Tel. ${text}!`).includes(needle))
      expect([typed, found, more]).toEqual([typed, true, []])
    }
  })
})

describe('a snippet', () => {
  test.each([
    ['Frau Müller-Lüdenscheid', 'muller', 'Frau [Müller]-Lüdenscheid'],
    ['Frau Mueller', 'Müller', 'Frau [Mueller]'],
    ['Straße', 'strass', '[Straß]e'],
    ['ein Tee, zwei Tees', 'tee', 'ein [Tee], zwei [Tee]s'],
    ['🙂 Tee 🙂', 'tee', '🙂 [Tee] 🙂'],
    ['e\u0301te\u0301', 'été', '[e\u0301te\u0301]'],
    ['A tea', 'a', '[A] tea'],
    ['nothing', 'tee', 'nothing'],
    ['schönes Wetter', 'schön wetter', '[schön]es [Wetter]'],
    ['vera.l@example.com schrieb', 'vera.l@example.com', '[vera.l@example.com] schrieb'],
  ])('of %j marks %j', (text, typed, line) => {
    expect(marked(text, typed)).toBe(line)
  })

  test('of a long text shows the surroundings of the first hit, cut between words', () => {
    const line = marked(`${'vorher '.repeat(50)}Tee ${'nachher '.repeat(50)}`, 'tee')
    expect(line).toMatch(/^…vorher .*\[Tee\] .*nachher…$/)
    expect(line.length).toBeLessThan(180)
    // A phone shows some thirty characters of it.
    expect(line.indexOf(']')).toBeLessThanOrEqual(28)
    expect(marked(`${'🙂'.repeat(99)}Tee${'🙂'.repeat(99)}`, 'tee')).toMatch(
      /^…\p{So}+\[Tee\]\p{So}+…$/u,
    )
    expect(marked('x'.repeat(4_000), 'xxx').length).toBeLessThan(180)
  })

  test('counts how many of the words it has', () => {
    expect(wordsIn('Müller trinkt Tee', ['tee', 'mueller', 'kaffee'])).toBe(2)
  })
})

describe('words and tags that people type', () => {
  test('a search uses each word once, up to a limit', () => {
    expect(searchWords('  tee\nTee tee ')).toEqual(['tee', 'Tee'])
    expect(searchWords('1 2 3 4 5 6 7 8 9')).toHaveLength(8)
    expect(searchWords('')).toEqual([])
  })

  test('tags are trimmed and unique regardless of case, and keep their case', () => {
    expect(tidyTags(splitTags(' Ware,  sehr\teilig , ware,, Ärger,a\u0308rger'))).toEqual([
      'Ware',
      'sehr eilig',
      'Ärger',
    ])
  })

  test('tags that are too long or too many are refused', () => {
    const letters = [...'abcdefghijk']
    expect(tidyTags(letters.slice(1))).toHaveLength(10)
    expect(tidyTags(letters)).toBeUndefined()
    expect(tidyTags(['x'.repeat(30)])).toHaveLength(1)
    expect(tidyTags(['x'.repeat(31)])).toBeUndefined()
  })
})
