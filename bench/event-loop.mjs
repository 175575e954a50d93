import { subscribe } from 'node:diagnostics_channel'
import { monitorEventLoopDelay } from 'node:perf_hooks'

// Loaded into the server beside its own code (`node --import`): tells the benchmark that spawned it
// how long its event loop stood still, what processor time it took, and how long it had requests that
// the benchmark marked by a header, since it was asked last. All in milliseconds.
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
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
  process.send?.({ longest: delay.max / 1e6, p99: delay.percentile(99) / 1e6, processor, marked })
  delay.reset()
  before = process.cpuUsage()
  marked = []
})
process.channel?.unref()
