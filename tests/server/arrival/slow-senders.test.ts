import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSender } from '~/server/arrival/slow-senders'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const minute = 60_000

/** A request whose bytes the test counts. */
function sender(headers: Record<string, string> = { 'content-length': '50000000' }) {
  const request = Object.assign(new EventEmitter(), {
    headers,
    complete: false,
    readableLength: 0,
    socket: { bytesRead: 500 },
  })
  return { request, cut: vi.fn(), as: request as unknown as IncomingMessage }
}

/** Sends so many bytes in each of so many minutes. */
function trickle({ request }: ReturnType<typeof sender>, bytes: number, times: number) {
  for (let time = 0; time < times; time++) {
    request.socket.bytesRead += bytes
    vi.advanceTimersByTime(minute)
  }
}

test('typed text has half a minute, however it trickles', () => {
  const slow = sender()
  watchSender(slow.as, false, slow.cut)
  vi.advanceTimersByTime(minute / 2 - 1)
  expect(slow.cut).not.toHaveBeenCalled()
  trickle(slow, 1_000_000, 1)
  expect(slow.cut).toHaveBeenCalled()
})

test('files may take as long as they come, at a kilobyte a second or more', () => {
  const phone = sender()
  watchSender(phone.as, true, phone.cut)
  trickle(phone, 61_440, 90)
  expect(phone.cut).not.toHaveBeenCalled()
  trickle(phone, 61_439, 1)
  expect(phone.cut).toHaveBeenCalled()
})

test('nobody is cut off while it is us who do not read', () => {
  const waiting = sender({ 'transfer-encoding': 'chunked' })
  waiting.request.readableLength = 65_536
  watchSender(waiting.as, true, waiting.cut)
  trickle(waiting, 0, 10)
  expect(waiting.cut).not.toHaveBeenCalled()
})

test('a complete request, or one without a body, is not watched', () => {
  const [done, bare] = [sender(), sender({})]
  watchSender(done.as, false, done.cut)
  watchSender(bare.as, false, bare.cut)
  done.request.complete = true
  vi.advanceTimersByTime(minute)
  expect([done.cut.mock.calls, bare.cut.mock.calls]).toEqual([[], []])
  expect(vi.getTimerCount()).toBe(0)
})
