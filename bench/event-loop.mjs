import { subscribe } from 'node:diagnostics_channel'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { watchTicks } from './ticks.mjs'

// Loaded into the server beside its own code (`node --import`): tells the benchmark that spawned it
// how long its event loop stood still, what processor time it took in all and in one tick, and how long
// it had requests that the benchmark marked by a header, since it was asked last. All in milliseconds.
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const ticks = watchTicks()
let before = process.cpuUsage()
const begun = new WeakMap()
let marked = []

subscribe('http.server.request.start', ({ request }) => {
  if (request.headers['x-marked']) begun.set(request, performance.now())
})
subscribe('http.server.response.finish', ({ request }) => {
  if (begun.has(request)) marked.push(performance.now() - begun.get(request))
})

process.on('message', (message) => {
  if (message !== 'tell') return
  const { user, system } = process.cpuUsage(before)
  const processor = (user + system) / 1e3
  const [longest, p99, tick] = [delay.max / 1e6, delay.percentile(99) / 1e6, ticks.take()]
  process.send?.({ longest, p99, processor, tick, marked })
  delay.reset()
  before = process.cpuUsage()
  marked = []
})
process.channel?.unref()
