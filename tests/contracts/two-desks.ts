import { afterEach, beforeEach } from 'vitest'
import type { Stores } from '../../app/domain/stores'
import { type OpenStores, twoDesks } from './examples'

/** Of the test that runs, in a suite that calls useTwoDesks(). */
export let stores: Stores
/** The id of Ada's desk. */
export let desk: string
/** The id of Ben's. */
export let neighbour: string

/** Opens stores with two desks in them for each test of a suite. */
export function useTwoDesks(open: OpenStores): void {
  beforeEach(async () => {
    stores = await open()
    const desks = await twoDesks(stores)
    desk = desks[0].id
    neighbour = desks[1].id
  })
  afterEach(() => stores.close())
}
