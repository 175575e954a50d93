import { accounts } from './baseline/accounts.server'
import { desks } from './baseline/desks.server'
import { erasure } from './baseline/erasure.server'
import { feedback } from './baseline/feedback.server'
import { files } from './baseline/files.server'
import { outbox } from './baseline/outbox.server'
import { search } from './baseline/search.server'
import { shop } from './baseline/shop.server'
import { tickets } from './baseline/tickets.server'

/**
 * All tables of an empty database. Times are milliseconds UTC, booleans 0 and 1, amounts of money in
 * the currency's smallest unit; what is a list or an object in the domain is JSON.
 */
export const baseline = [
  accounts,
  desks,
  tickets,
  search,
  files,
  outbox,
  feedback,
  shop,
  erasure,
].join('')
