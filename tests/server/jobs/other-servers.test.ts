import pino from 'pino'
import { expect, it } from 'vitest'
import type { ServerContext } from '~/server/arrival/context'
import { watchForOthers } from '~/server/jobs/other-servers'

const second = 1_000
const hour = 3_600 * second

/** Levels of what it logs where these times after the start find another server, or none. */
function logged(store: string, live: string, times: [at: number, alone: boolean][]) {
  const lines: string[] = []
  const log = pino({ base: undefined }, { write: (line) => void lines.push(line) })
  const config = { store: { kind: store }, live: { kind: live } }
  const heard = watchForOthers({ config, log } as unknown as ServerContext)
  for (const [at, alone] of times) heard(alone, new Date(at))
  return lines.map((line) => JSON.parse(line).level as number)
}

const [warning, error] = [40, 50]

it('says at once that another server works on the same Firestore, and hourly if it stays', () => {
  const tens = Array.from({ length: 7 }, (_, at): [number, boolean] => [at * 10 * second, false])
  expect(logged('firestore', 'process', tens)).toEqual([warning])
  const longer: [number, boolean][] = [...tens, [70 * second, false], [80 * second, false]]
  expect(logged('firestore', 'process', longer)).toEqual([warning, error])
  const hours: [number, boolean][] = [...longer, [hour, false], [hour + 80 * second, false]]
  expect(logged('firestore', 'process', hours)).toEqual([warning, error, error])
})

it('says no more than once that a restart overlaps', () => {
  const restart: [number, boolean][] = [
    [0, false],
    [10 * second, true],
    [hour, true],
  ]
  expect(logged('firestore', 'process', restart)).toEqual([warning])
})

it('says nothing where servers hear each other, or cannot share the data', () => {
  const always: [number, boolean][] = [
    [0, false],
    [2 * hour, false],
  ]
  expect(logged('firestore', 'rtdb', always)).toEqual([])
  expect(logged('sqlite', 'process', always)).toEqual([])
})
