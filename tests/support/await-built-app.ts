import { existsSync, readFileSync } from 'node:fs'
import { inject, vi } from 'vitest'

/** Milliseconds for the build on a busy machine. */
const buildTimeoutMs = 240_000

// No test of what is built begins before it is there.
const file = inject('builtApp')
const outcome = await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8'), {
  timeout: buildTimeoutMs,
  interval: 100,
})
if (outcome !== 'built') throw new Error(outcome)
