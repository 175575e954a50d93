import { expect, test } from 'vitest'
import {
  fold,
  foldText,
  shorten,
  shortenText,
  signsOf,
} from '../../../app/domain/text/search-folding'

test('a text folds to the same as its characters one by one', () => {
  const characters = [0, 0x1000, 0x2000, 0xd000, 0xf000].flatMap((first) =>
    Array.from({ length: 0x1000 }, (_, index) => String.fromCharCode(first + index)),
  )
  const marked = ['a', 'Z', 'ü', 'ß', 'İ', 'Σ', ' ', '\n', '🙂'].map(
    (each) => `${each}\u0301\u0323.`,
  )
  const texts = ['Grüße, Mueller aee!', '\u0301a', marked.join('x')]
  for (let from = 0; from < characters.length; from += 512) {
    texts.push(
      characters.slice(from, from + 512).join(''),
      characters.slice(from, from + 512).join('e'),
    )
  }
  for (const text of texts) {
    expect(foldText(text)).toBe(signsOf(fold(text)))
    expect(shortenText(foldText(text))).toBe(signsOf(shorten(fold(text))))
  }
})
