import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type RateLimitName, rateLimitNames, rateLimits } from '~/domain/limits/rate-limits'

const rows =
  readFileSync('docs/limits.md', 'utf8')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .slice(1) ?? []

/** Milliseconds as the table writes them. */
function spanOf(milliseconds: number): string {
  const units: [string, number][] = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ]
  const [unit, length] = units.find(([, each]) => milliseconds >= each) ?? ['second', 1_000]
  const count = milliseconds / length
  return count === 1 ? unit : `${count} ${unit}s`
}

/** Those that no request waits for. */
const ofLetters: Partial<Record<RateLimitName, RegExp>> = {
  answer: /waits$/,
  answers: /waits$/,
  first: /waits$/,
  copy: /waits$/,
  notice: /left out$/,
  unread: /left out$/,
  'by-mail': /a note$/,
}

describe('docs/limits.md', () => {
  it('lists exactly the limits of the code, with their figures and in their order', () => {
    const written = rows.map(([, name, per, , most, within]) => [name, per, most, within])
    const kept = rateLimits.map(({ name, per, most, within, unit }) => [
      name,
      per,
      [most.toLocaleString('en'), unit].filter(Boolean).join(' '),
      spanOf(within),
    ])
    expect(written).toEqual(kept)
  })

  it('names the holder of each limit per account, and its purpose', () => {
    for (const [, name, per, account, , , , reason] of rows) {
      expect(Boolean(account) || per !== 'account', name).toBe(true)
      expect(reason?.length, name).toBeGreaterThan(10)
    }
  })

  it('names how each limit ends: it refuses itself, or another limit does', () => {
    const ends = rows.map(([, , , , , , atLast]) => atLast ?? '')
    for (const [index, { name, atLast }] of rateLimits.entries()) {
      const end = ends[index]
      expect(end, name).toMatch(ofLetters[name] ?? /\b429\b/)
      expect(/429 by _([\w-]+)_/.exec(end ?? '')?.[1], name).toBe(atLast)
    }
  })

  it('names for each limit that delays another one that refuses', () => {
    for (const { name, atLast } of rateLimits.filter((limit) => limit.atLast)) {
      const last = rateLimits.filter((each) => each.name === atLast)
      expect(last.length, name).toBeGreaterThan(0)
      expect(
        last.every((each) => each.atLast === undefined),
        name,
      ).toBe(true)
    }
  })

  it('has a limit for each name', () => {
    expect(new Set(rateLimits.map(({ name }) => name))).toEqual(new Set(rateLimitNames))
  })
})
