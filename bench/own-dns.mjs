import { promises, setServers } from 'node:dns'
import './event-loop.mjs'

// Loaded into the server beside its own code: DNS is asked of the benchmark, not of the internet.
const { BENCH_DNS = '' } = process.env
setServers([BENCH_DNS])
promises.setServers([BENCH_DNS])
