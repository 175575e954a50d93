import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { bundled } from '../support/bundled'

const loader = await bundled(new URL('loader.ts', import.meta.url))

test('what the first sign-in needs is loaded in parts, so that nobody waits for all of it', () => {
  const { most, all } = JSON.parse(execFileSync(process.execPath, [loader]).toString())
  expect(all).toBeGreaterThan(200)
  expect(most).toBeLessThan(100)
})
