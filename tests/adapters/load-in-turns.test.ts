import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTokenVerifier } from '../../app/adapters/firebase-admin/verifier.server'
import { createPictureEncoder } from '../../app/adapters/sharp/pictures.server'

const { cache } = createRequire(import.meta.url)

/** Returns how many modules one turn of the event loop loaded at most meanwhile, and how many all did. */
async function loadedBy(act: () => Promise<unknown>) {
  const before = Object.keys(cache).length
  let loaded = before
  let most = 0
  let under = true
  const acting = act().finally(() => {
    under = false
  })
  while (under) {
    await nextTurn()
    const now = Object.keys(cache).length
    most = Math.max(most, now - loaded)
    loaded = now
  }
  await acting
  return { most, all: loaded - before }
}

test('what the first picture needs is loaded in parts, so that nobody waits for all of it', async () => {
  const pictures = createPictureEncoder()
  const nothing = async function* () {}
  const { most, all } = await loadedBy(() => pictures.encode(async () => nothing(), 'image/png'))
  expect(all).toBeGreaterThan(50)
  expect(most).toBeLessThan(50)
})

test('so is what the first sign-in needs', async () => {
  const verifier = createTokenVerifier({ projectId: 'demo-tresen', emulatorHost: '127.0.0.1:9' })
  const { most, all } = await loadedBy(() => verifier.verify('none').catch(() => undefined))
  expect(all).toBeGreaterThan(200)
  expect(most).toBeLessThan(100)
})
