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
  expect(aliasProblem(name)).toBeUndefined()
})

test.each(['', 'ab', 'x'.repeat(25), 'кафе', '-', newId(new Date(0))])(
  '%s is not a name',
  (typed) => expect(aliasProblem(aliasName(typed))).toBe('shape'),
)

test.each(['Postmaster', 'abuse', 'no-reply', 'mailer-daemon', 'b-cafe'])(
  '%s is reserved',
  (typed) => expect(aliasProblem(aliasName(typed))).toBe('reserved'),
)
