import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import { begin, minute, type OpenStores, twoDesks } from './examples'

export function visitorBlocksContract(name: string, open: OpenStores) {
  describe(`blocked visitors in ${name}`, () => {
    let stores: Stores
    let desk: string
    let neighbour: string
    beforeEach(async () => {
      stores = await open()
      const desks = await twoDesks(stores)
      desk = desks[0].id
      neighbour = desks[1].id
    })
    afterEach(() => stores.close())

    test('are known again by their address, at that desk alone, until the block is ended', async () => {
      const { owner } = await begin(stores.tickets, desk, 'a', { visitorEmail: 'Véra@Example.com' })
      await begin(stores.tickets, desk, 'b', { visitorEmail: 'ben@example.com', heldFor: 'links' })
      const has = (email: string, at = desk) => stores.visitorBlocks.has(at, email)
      expect(await has('véra@example.com')).toBe(false)
      await stores.tickets.move(owner, () => ({ state: 'held', heldFor: 'blocked' }))
      expect(await has('VÉRA@example.com')).toBe(true)
      expect(await has('véra@example.com', neighbour)).toBe(false)
      for (const other of ['ben@example.com', 'éra@example.com', '']) {
        expect(await has(other), other).toBe(false)
      }
      await stores.tickets.move(owner, () => ({ state: 'open', heldFor: undefined }))
      expect(await has('véra@example.com')).toBe(false)
      await stores.tickets.move(owner, () => ({ state: 'held', heldFor: 'blocked' }))
      await stores.erasure.hideTicket(owner, minute(0))
      expect(await has('véra@example.com')).toBe(false)
    })
  })
}
