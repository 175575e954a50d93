import { describe, expect, test } from 'vitest'
import { insertionIndex, newKey, pauseAfter, verdict } from '../../app/browser/chat/rules'
import { keyPattern } from '../../app/domain/text/ids'

describe('The chat’s script', () => {
  test('tries again after 1, 2, 4 … and at most 30 seconds, and a little by chance', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 50].map((failures) => pauseAfter(failures, 0))
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30].map((seconds) => seconds * 1_000))
    expect(pauseAfter(3, 1)).toBe(5_000)
  })

  test('counts a lasting refusal as refused, and a message as sent only if our own page has it', () => {
    expect(verdict(200, true)).toBe('sent')
    for (const status of [400, 403, 404, 409, 413]) expect(verdict(status, true)).toBe('refused')
    for (const status of [0, 304, 408, 425, 429, 500, 502, 503, 504]) {
      expect(verdict(status, true)).toBe('later')
    }
    // Somebody else's page: of a hotel's network, or of a proxy.
    expect(verdict(200, false)).toBe('later')
  })

  test('shows messages once and in order, however they come', () => {
    for (const came of [
      [1, 2, 3, 4],
      [4, 3, 2, 1],
      [2, 2, 4, 1, 4, 3, 1],
    ]) {
      const shown: number[] = []
      for (const seq of came) {
        const place = insertionIndex(shown, seq)
        if (place !== undefined) shown.splice(place, 0, seq)
      }
      expect(shown).toEqual([1, 2, 3, 4])
    }
  })

  test('makes keys as the server wants them, none twice', () => {
    const keys = Array.from({ length: 100 }, newKey)
    for (const key of keys) expect(key).toMatch(keyPattern)
    expect(new Set(keys).size).toBe(100)
  })
})
