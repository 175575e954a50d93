import { describe, expect, test } from 'vitest'
import { formKey, messageBody } from '../../../app/domain/tickets/message-input'
import { excerpt, longestMessage } from '../../../app/domain/tickets/messages'

const problem = (text: unknown) => messageBody.safeParse(text).error?.issues[0]?.message

describe('the text of a message', () => {
  test('line ends become LF, and surrounding blanks are removed', () => {
    expect(messageBody.parse(' \r\n one\r\ntwo\rthree\n\nfour \t\n')).toBe(
      'one\ntwo\nthree\n\nfour',
    )
  })

  test('it has at least one character that is not blank', () => {
    for (const nothing of ['', ' ', '\r\n\t', '\0', undefined])
      expect(problem(nothing)).toBe('errors:message.empty')
    expect(messageBody.parse('?')).toBe('?')
  })

  test('it has at most 4,000 characters, without surrounding blanks', () => {
    const longest = 'x'.repeat(4_000)
    expect(longestMessage).toBe(4_000)
    expect(messageBody.parse(` ${longest}\r\n`)).toBe(longest)
    expect(problem(`${longest}x`)).toBe('errors:message.long')
  })

  test('NUL is removed, lone surrogates are replaced, other characters stay', () => {
    expect(messageBody.parse('a\0b\ud83dc 🙂 ä')).toBe('ab\ufffdc 🙂 ä')
  })

  test('parsing it twice changes nothing more', () => {
    const once = messageBody.parse(' \r\0\n a \ud83d\0\ude42 \0')
    expect(messageBody.parse(once)).toBe(once)
  })
})

describe('an excerpt', () => {
  test('a text that fits stays whole, in one line', () => {
    expect(excerpt(' one\n\n two\tthree ', 13)).toBe('one two three')
  })

  test('a longer text is cut after a word and ends with an ellipsis', () => {
    expect(excerpt('one two three', 12)).toBe('one two…')
  })

  test('a text without a blank near the end is cut within the word', () => {
    expect(excerpt('Donaudampfschiff', 8)).toBe('Donauda…')
    expect(excerpt('a Donaudampfschiff', 8)).toBe('a Donau…')
  })

  test('it is never longer than requested and never ends in a lone surrogate', () => {
    const text = 'wörter 🙂🙂🙂🙂 und noch mehr 🙂'
    for (let length = 1; length < 40; length += 1) {
      const cut = excerpt(text, length)
      expect(cut.length).toBeLessThanOrEqual(length)
      expect(cut).not.toMatch(/\p{Surrogate}/u)
    }
  })
})

test.each([
  ['01kaexample0000000000000000', true],
  ['0f8fad5b-d9cb-469f-a165-70867728950e', true],
  ['short', false],
  ['x'.repeat(41), false],
  ['01KAEXAMPLE0000000000000000', false],
  ["01kaexample00000000' or 1=1", false],
])('a form key like %s is taken: %s', (key, taken) => {
  expect(formKey.safeParse(key).success).toBe(taken)
})
