import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.server'

/** Ends invitations that are open; nobody needs their addresses any more. */
export function withdrawing(kysely: Kysely<Schema>, at: Date) {
  return kysely
    .updateTable('invitations')
    .set({ withdrawnAt: at.getTime(), email: '' })
    .where('usedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
}
