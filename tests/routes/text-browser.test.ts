import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../server/app'
import { type Counter, openCounter } from './counter'
import { enter, hasLynx, openLynx } from './lynx'

const there = hasLynx()

if (!there) {
  console.warn('NOT TESTED: there is no lynx here, so no text browser went through the shop.')
}

describe.runIf(there)('Somebody with a text browser', () => {
  const folder = temporaryFolder()
  let counter: Counter
  beforeAll(async () => {
    counter = await openCounter()
  })
  afterAll(async () => {
    await counter.close()
    rmSync(folder, { recursive: true })
  })

  test('looks, puts something in the cart, changes how many and takes it out again', async () => {
    const lynx = openLynx(folder)
    const shop = `${counter.origin}/shop`
    const item = `${shop}?item=house-coffee`
    // Slashes look for a word, and what is found can be pressed.
    await lynx.type(shop, ['/House blend', enter, enter, '/Put in', enter, enter])
    expect(await lynx.read(shop)).toContain('House blend, 250 g €7.90')
    await lynx.type(item, [
      '/Change',
      enter,
      { key: 'Up Arrow' },
      { key: '^U' },
      '3',
      { key: 'Down Arrow' },
      enter,
    ])
    expect(await lynx.read(item)).toContain('House blend, 250 g €23.70 3 × €7.90')
    await lynx.type(item, ['/Remove', enter, enter])
    expect(await lynx.read(shop)).toContain('Nothing in it yet.')
  })
})
