import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cutSlowSender } from '~/server/slow-senders'

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
    destroy: vi.fn(),
  })
  return { request, cut: request.destroy, as: request as unknown as IncomingMessage }
}

/** Sends so many bytes in each of so many half minutes. */
function trickle({ request }: ReturnType<typeof sender>, bytes: number, times: number) {
  for (let time = 0; time < times; time++) {
    request.socket.bytesRead += bytes
    vi.advanceTimersByTime(minute / 2)
  }
}

test('typed text has half a minute, however it trickles', () => {
  const slow = sender()
  cutSlowSender(slow.as, false)
  vi.advanceTimersByTime(minute / 2 - 1)
  expect(slow.cut).not.toHaveBeenCalled()
  trickle(slow, 1_000_000, 1)
  expect(slow.cut).toHaveBeenCalled()
})

test('files may take as long as they come, at a kilobyte a second or more', () => {
  const phone = sender()
  cutSlowSender(phone.as, true)
  trickle(phone, 31_000, 50)
  expect(phone.cut).not.toHaveBeenCalled()
  trickle(phone, 3_000, 1)
  expect(phone.cut).toHaveBeenCalled()
})

test('nobody is cut off while it is us who do not read', () => {
  const waiting = sender({ 'transfer-encoding': 'chunked' })
  waiting.request.readableLength = 65_536
  cutSlowSender(waiting.as, true)
  trickle(waiting, 0, 10)
  expect(waiting.cut).not.toHaveBeenCalled()
})

test('what has arrived, or has no body, is nobody’s concern any more', () => {
  const [done, bare] = [sender(), sender({})]
  cutSlowSender(done.as, false)
  cutSlowSender(bare.as, false)
  done.request.complete = true
  vi.advanceTimersByTime(minute)
  expect([done.cut.mock.calls, bare.cut.mock.calls]).toEqual([[], []])
  expect(vi.getTimerCount()).toBe(0)
})
