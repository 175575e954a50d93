import type { Kind } from '../records/kinds'
import type { Desk } from './desks'

/** What its members change of a desk, which has a store of its own. */
export type PeopledDesk = Pick<Desk, 'id' | 'ownerUid' | 'attendedAt' | 'people'>

export const peopledDeskKind: Kind<PeopledDesk, never> = {
  noun: 'desk',
  table: 'desks',
  cells: { id: 'text', ownerUid: 'text', attendedAt: 'time', people: 'json' },
  key: ['id'],
  owner: 'desk',
  lists: {},
}
