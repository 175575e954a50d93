import pino from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchEventLoop } from '~/server/event-loop'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: undefined }, { write: (line) => lines.push(JSON.parse(line)) })
  let time = 0
  let worked = 0
  let collections = 0
  const context = { log, work: 'GET /' }
  const stop = watchEventLoop(context, {
    time: () => time,
    worked: () => worked,
    collect: () => {
      collections += 1
    },
  })
  return {
    lines,
    context,
    stop,
    collections: () => collections,
    pass(milliseconds: number, work = 0) {
      time += milliseconds
      worked += work
      vi.advanceTimersByTime(10)
    },
  }
}

it('What holds the event loop too long is logged by its name', () => {
  const { lines, context, pass } = watched()
  pass(10)
  context.work = 'job retention'
  pass(10 + 62)
  pass(10)
  expect(lines).toMatchObject([{ work: 'job retention', held: 62, level: pino.levels.values.warn }])
})

it('What takes its turns in time is not, nor anything after the end', () => {
  const { lines, pass, stop } = watched()
  for (let turn = 0; turn < 100; turn += 1) pass(10 + 39)
  stop()
  pass(1_000)
  expect(lines).toEqual([])
})

it('Garbage is collected in ten milliseconds that were hardly used', () => {
  const { pass, collections, stop } = watched()
  pass(10, 3)
  pass(10, 1)
  expect(collections()).toBe(0)
  pass(10, 0.5)
  expect(collections()).toBe(1)
  stop()
  pass(10)
  expect(collections()).toBe(1)
})
