import type { Connection } from '../database/connection.server'
import { indexOrders } from './0042-order-search.server'

/** Characters that nobody sees, of those that people paste. */
const unseen = '*[\u00ad\u200b-\u200f\u2060\ufeff]*'

/** At least seven digits, as a telephone number has. */
const digits = `${'*[0-9]'.repeat(7)}*`

/**
 * Telephone numbers and words with invisible characters in old messages are indexed again in the
 * background, as new messages are; postcodes with a blank or a hyphen at once.
 */
export function searchForms(connection: Connection): void {
  connection.exec(`
    insert or ignore into unindexed_messages
      select id from messages where body glob '${digits}' or body glob '${unseen}'`)
  const conditions = [
    ...['address', 'billing'].map((each) => `json_extract(${each}, '$.postcode') glob '*[ -]*'`),
    ...['address', 'billing', 'pickup', 'lines'].map((each) => `${each} glob '${unseen}'`),
  ]
  indexOrders(connection, conditions.join(' or '))
}
