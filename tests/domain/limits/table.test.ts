import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { acts, budgets } from '~/domain/limits/attempts'

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
  it('has every budget with its figures, and no other, in the order of the code', () => {
    const written = rows.map(([, act, per, , most, within]) => [act, per, most, within])
    const kept = budgets.map(({ act, per, most, within }) => [
      act,
      per,
      most.toLocaleString('en'),
      spanOf(within),
    ])
    expect(written).toEqual(kept)
  })

  it('says of each whose it is where that is an account, and what it is for', () => {
    for (const [, act, per, account, , , reason] of rows) {
      expect(Boolean(account) || per !== 'account', act).toBe(true)
      expect(reason?.length, act).toBeGreaterThan(10)
    }
  })

  it('has a budget for each act', () => {
    expect(new Set(budgets.map(({ act }) => act))).toEqual(new Set(acts))
  })
})
