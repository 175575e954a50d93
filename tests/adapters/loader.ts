import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createTokenVerifier } from '~/adapters/firebase-admin/verifier.server'

/**
 * A process that has loaded nothing yet: says how many modules one turn of the event loop loaded at most
 * for the first sign-in, and how many all did.
 */
const { cache } = createRequire(import.meta.url)
const verifier = createTokenVerifier({ projectId: 'demo-tresen', emulatorHost: '127.0.0.1:9' })
const before = Object.keys(cache).length
let loaded = before
let most = 0
let under = true
const verifying = verifier.verify('none').catch(() => {
  under = false
})
while (under) {
  await nextTurn()
  const now = Object.keys(cache).length
  most = Math.max(most, now - loaded)
  loaded = now
}
await verifying
process.stdout.write(JSON.stringify({ most, all: loaded - before }))
