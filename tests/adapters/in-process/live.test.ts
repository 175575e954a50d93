import { expect, test, vi } from 'vitest'
import { createLiveBus } from '../../../app/adapters/in-process/live.server'
import { liveBusContract } from '../../contracts/live'

liveBusContract('in the process', async () => ({
  live: createLiveBus(() => undefined),
  close: async () => undefined,
}))

test('a listener’s error is reported', async () => {
  const report = vi.fn()
  const live = createLiveBus(report)
  const failure = new Error('thrown by a listener')
  await live.subscribe('desk:ada', () => {
    throw failure
  })
  live.publish('desk:ada', { kind: 'session-ended' })
  await vi.waitFor(() => expect(report).toHaveBeenCalledExactlyOnceWith(failure))
})
