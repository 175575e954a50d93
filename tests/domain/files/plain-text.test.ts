import { expect, test } from 'vitest'
import { soundText } from '../../../app/domain/files/plain-text'

test.each([
  ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
  ['\0a\tb\u0001\u007f\u0085', 'a\tb'],
  ['\ud83d', '\ufffd'],
  ['a\ude00b', 'a\ufffdb'],
  ['\u{1f600} e\u0301 \u2028 \u202e \ufeff', '\u{1f600} e\u0301 \u2028 \u202e \ufeff'],
])('%j reads %j', (typed, read) => {
  expect(soundText(typed)).toBe(read)
  expect(soundText(read)).toBe(read)
})
