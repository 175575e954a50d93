import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rateLimitNames, rateLimits } from '~/domain/limits/rate-limits'

const rows = readFileSync('docs/limits.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .slice(1)

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

describe('docs/limits.md', () => {
  it('has every limit with its figures, and no other, in the order of the code', () => {
    const written = rows.map(([, name, per, , most, within]) => [name, per, most, within])
    const kept = rateLimits.map(({ name, per, most, within }) => [
      name,
      per,
      most.toLocaleString('en'),
      spanOf(within),
    ])
    expect(written).toEqual(kept)
  })

  it('says of each whose it is where that is an account, and what it is for', () => {
    for (const [, name, per, account, , , reason] of rows) {
      expect(Boolean(account) || per !== 'account', name).toBe(true)
      expect(reason?.length, name).toBeGreaterThan(10)
    }
  })

  it('has a limit for each name', () => {
    expect(new Set(rateLimits.map(({ name }) => name))).toEqual(new Set(rateLimitNames))
  })
})
