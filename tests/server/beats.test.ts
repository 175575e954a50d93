import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Beats } from '~/server/live/beats'

const heard: string[] = []
const named = (name: string) => ({ beat: () => heard.push(name) })

beforeEach(() => {
  heard.length = 0
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('each is called back once, in its time', () => {
  const beats = new Beats()
  beats.later(named('second'), 300)
  beats.later(named('first'), 100)
  vi.advanceTimersByTime(99)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(21)
  expect(heard).toEqual(['first'])
  vi.advanceTimersByTime(1_000)
  expect(heard).toEqual(['first', 'second'])
})

test('who asks again is called again, and whoever left is not', () => {
  const beats = new Beats()
  const again = {
    beat() {
      heard.push('again')
      beats.later(again, 100)
    },
  }
  const gone = named('gone')
  beats.later(again, 100)
  const turn = beats.later(gone, 100)
  beats.cancel(gone, turn)
  vi.advanceTimersByTime(130)
  expect(heard).toEqual(['again'])
  vi.advanceTimersByTime(130)
  expect(heard).toEqual(['again', 'again'])
})

test('who wants to be called at once is, even while others are', () => {
  const beats = new Beats()
  const again = { beat: () => heard.push('again') < 3 && beats.later(again, 0) }
  beats.later(again, 0)
  vi.advanceTimersByTime(50)
  expect(heard).toEqual(['again', 'again', 'again'])
})

test('no timer runs while nobody waits, and the time without one is not caught up', () => {
  const beats = new Beats()
  beats.later(named('first'), 100)
  vi.advanceTimersByTime(200)
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  beats.later(named('second'), 100)
  vi.advanceTimersByTime(90)
  expect(heard).toEqual(['first'])
  vi.advanceTimersByTime(30)
  expect(heard).toEqual(['first', 'second'])
})
