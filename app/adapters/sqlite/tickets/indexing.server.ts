import type { Kysely } from 'kysely'
import { StoreUnavailable } from '../../../domain/stores'
import type { Schema } from '../database/schema.server'
import { indexSome } from './index.server'

/** Milliseconds for which messages wait to be indexed together. */
const indexDelayMs = 2_000

export interface Indexing {
  /** After a commit, which may have added messages. */
  soon(): void
  /** Indexes all that wait now. Where the disk is full or read alone, they go on waiting. */
  now(): Promise<void>
  /** Leaves the rest to the next opening. */
  stop(): Promise<void>
}

/** Indexes messages soon after they were added, many in one commit, in steps between others' work. */
export function createIndexing(kysely: Kysely<Schema>): Indexing {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false

  async function now() {
    const newest = await kysely
      .selectFrom('unindexedMessages')
      .select('messageId')
      .orderBy('messageId', 'desc')
      .limit(1)
      .executeTakeFirst()
    let last: string | undefined = ''
    try {
      while (newest && last !== undefined && last < newest.messageId && !stopped) {
        last = await kysely.transaction().execute(indexSome)
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }

  return {
    soon() {
      if (stopped) return
      timer ??= setTimeout(() => {
        timer = undefined
        // The next commit tries again.
        running = now().catch(() => undefined)
      }, indexDelayMs).unref()
    },
    now,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
