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
  const context = { log, work: 'GET /' }
  const delays = {
    max: 0,
    enable: () => true,
    disable: () => true,
    reset() {
      this.max = 0
    },
  }
  const stop = watchEventLoop(context, delays)
  return {
    lines,
    context,
    stop,
    /** A second in which the longest sample took so many milliseconds. */
    pass(longest: number) {
      delays.max = longest * 1e6
      vi.advanceTimersByTime(1_000)
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

it('What lets others in time is not, nor anything after the end', () => {
  const { lines, pass, stop } = watched()
  for (let second = 0; second < 100; second += 1) pass(10 + 39)
  stop()
  pass(1_000)
  expect(lines).toEqual([])
})
