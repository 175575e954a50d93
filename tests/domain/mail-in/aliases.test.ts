import { expect, test } from 'vitest'
import { aliasName, aliasProblem } from '~/domain/mail-in/aliases'
import { newId } from '~/domain/text/ids'

test.each([
  ['Café Morgenrot', 'cafe-morgenrot'],
  [' Müller & Söhne ', 'mueller-soehne'],
  ['brot@in.example.com', 'brot'],
  ['Straße 7', 'strasse-7'],
])('%s is read as %s', (typed, name) => {
  expect(aliasName(typed)).toBe(name)
  expect(aliasProblem(name, { isSite: false })).toBeUndefined()
})

test.each(['', 'ab', 'x'.repeat(25), 'кафе', '-', newId(new Date(0))])(
  '%s is not a name',
  (typed) => expect(aliasProblem(aliasName(typed), { isSite: true })).toBe('shape'),
)

test.each(['Postmaster', 'abuse', 'no-reply', 'mailer-daemon', 'b-cafe'])(
  '%s is reserved',
  (typed) => expect(aliasProblem(aliasName(typed), { isSite: true })).toBe('reserved'),
)

test('info is the business’s that runs the site, and no other desk’s', () => {
  expect(aliasProblem('info', { isSite: true })).toBeUndefined()
  expect(aliasProblem('info', { isSite: false })).toBe('reserved')
})
