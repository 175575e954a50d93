import type { Kind } from '../records/kinds'
import type { Account } from './accounts'

/** That there is an account, which has a store of its own. */
export const accountKind: Kind<Pick<Account, 'uid'>, never> = {
  noun: 'account',
  table: 'accounts',
  cells: { uid: 'text' },
  key: ['uid'],
  owner: 'account',
  lists: {},
}
