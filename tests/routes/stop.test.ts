import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { openCounter } from './counter'

it('a server that stops does not wait for a line on which nothing was asked', async () => {
  const counter = await openCounter()
  const line = connect(counter.port, '127.0.0.1')
  const closed = once(line, 'close')
  await once(line, 'connect')
  // What comes later than the line is answered after the server knows of the line.
  await counter.ask('/login')
  const told = Date.now()
  await counter.close()
  await closed
  expect(Date.now() - told).toBeLessThan(5_000)
})
