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
  const context = { log, work: 'GET /' }
  const stop = watchEventLoop(context, () => time)
  return {
    lines,
    context,
    stop,
    pass(milliseconds: number) {
      time += milliseconds
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
