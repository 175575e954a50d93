import pino from 'pino'
import { expect, it } from 'vitest'
import type { DataLock, Services } from '~/config'
import { verifyData } from '~/server/jobs/data-check'
import { createHealth } from '~/server/responses/health'

/** What the log and `/readyz` say of data that the stores say this of. */
async function checked(verify: Services['verify'], lostLog?: DataLock['lostLog']) {
  const lines: string[] = []
  const log = pino({ base: undefined }, { write: (line) => void lines.push(line) })
  const health = createHealth(
    async () => undefined,
    () => new Date(0),
  )
  await verifyData({ services: { verify } as Services, log, health }, { lostLog })
  return { log: lines.join(''), problem: await health.problem() }
}

it('says nothing of data that is sound', async () => {
  expect(await checked(async () => undefined)).toEqual({ log: '', problem: undefined })
})

it('reports damaged data in the log and to `/readyz`', async () => {
  const { log, problem } = await checked(async () => 'page 7 is never used')
  expect(log).toContain('page 7 is never used')
  expect(problem).toBe('the database is damaged')
})

it.each([
  ['gone', 'is gone'],
  ['damaged', 'was damaged'],
] as const)(
  'says in the log that the write-ahead log is %s, and that the data could not be checked',
  async (lost, words) => {
    const { log, problem } = await checked(async () => {
      throw new Error('no memory')
    }, lost)
    expect(log).toContain('tresen.sqlite-wal')
    expect(log).toContain(words)
    expect(log).toContain('no memory')
    expect(problem).toBeUndefined()
  },
)
