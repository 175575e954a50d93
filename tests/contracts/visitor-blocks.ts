import { describe, expect, test } from 'vitest'
import { begin, minute, type OpenStores } from './examples'
import { desk, neighbour, stores, useTwoDesks } from './two-desks'

export function visitorBlocksContract(name: string, open: OpenStores) {
  describe(`blocked visitors in ${name}`, () => {
    useTwoDesks(open)

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

    test('Blocks keep what their ticket was before', async () => {
      const { owner } = await begin(stores.tickets, desk, 'a')
      const beforeBlock = { state: 'snoozed', snoozedUntil: Number(minute(90)) } as const
      const blocked = { state: 'held', heldFor: 'blocked', beforeBlock } as const
      await stores.tickets.move(owner, () => blocked)
      expect((await stores.tickets.find(owner))?.beforeBlock).toEqual(beforeBlock)
      await stores.tickets.move(owner, () => ({ state: 'open', beforeBlock: undefined }))
      expect((await stores.tickets.find(owner))?.beforeBlock).toBeUndefined()
    })
  })
}
