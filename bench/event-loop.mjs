import { monitorEventLoopDelay } from 'node:perf_hooks'

// Loaded into the server beside its own code (`node --import`): tells the benchmark that spawned it
// how long its event loop stood still, and what processor time it took, since it was asked last.
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let before = process.cpuUsage()

process.on('message', () => {
  const { user, system } = process.cpuUsage(before)
  process.send?.({ longest: delay.max / 1e6, processor: (user + system) / 1e3 })
  delay.reset()
  before = process.cpuUsage()
})
process.channel?.unref()
