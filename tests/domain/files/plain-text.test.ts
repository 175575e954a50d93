import { expect, test } from 'vitest'
import { soundLines, soundText } from '../../../app/domain/files/plain-text'

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

test.each(['', ' \n ', '\u200b', '\u00ad\u2060', '\u3164', '\u2800\n\u2800', '\u0301', '\ufe0f'])(
  '%j has nothing to see',
  (typed) => {
    expect(soundLines(typed)).toBe('')
  },
)

test.each([
  [' a\r\nb\u200b ', 'a\nb\u200b'],
  ['🙂', '🙂'],
  ['…', '…'],
  ['0', '0'],
  ['e\u0301', 'e\u0301'],
])('%j is the text %j', (typed, text) => {
  expect(soundLines(typed)).toBe(text)
})
