import { expect, test } from 'vitest'
import { atPlace } from '../../../app/http/forms/next-page.server'

test('a page leads to the part whose form was sent, and to itself for a name that no part has', () => {
  expect(atPlace('/dashboard', 'text è')).toBe('/dashboard#text%20%C3%A8')
  expect(atPlace('/dashboard', 'a'.repeat(20_000))).toBe('/dashboard')
})
