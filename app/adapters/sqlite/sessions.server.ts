import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Session, SessionStore, SessionUser } from '../../domain/sessions'
import type { Database } from './database.server'
import { type Schema, toRow } from './schema.server'

const providers = z.array(z.object({ providerId: z.string() }))

/** Sessions in SQLite. */
export function createSessionStore({ kysely }: Database): SessionStore {
  return {
    async create({ user, ...session }) {
      await kysely
        .insertInto('sessions')
        .values({ ...toRow(session), ...userColumns(user) })
        .execute()
    },

    async find(idHash) {
      const row = await kysely
        .selectFrom('sessions')
        .selectAll()
        .where('idHash', '=', idHash)
        .executeTakeFirst()
      return row && toSession(row)
    },

    async refresh(idHash, user) {
      await kysely
        .updateTable('sessions')
        .set(userColumns(user))
        .where('idHash', '=', idHash)
        .execute()
    },

    async touch(idHash, at) {
      await kysely
        .updateTable('sessions')
        .set(toRow({ lastSeenAt: at }))
        .where('idHash', '=', idHash)
        .where('lastSeenAt', '<', at.getTime())
        .execute()
    },

    async end(idHash) {
      await kysely.deleteFrom('sessions').where('idHash', '=', idHash).execute()
    },

    async removeOlder(before) {
      const { numDeletedRows } = await kysely
        .deleteFrom('sessions')
        .where('lastLoginAt', '<', before.getTime())
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

function userColumns({ photoURL, ...user }: SessionUser) {
  return toRow({ ...user, photoUrl: photoURL })
}

function toSession(row: Selectable<Schema['sessions']>): Session {
  return {
    idHash: row.idHash,
    user: {
      uid: row.uid,
      email: row.email,
      emailVerified: row.emailVerified === 1,
      displayName: row.displayName,
      photoURL: row.photoUrl,
      providerData: providers.parse(JSON.parse(row.providerData)),
    },
    sealedTokens: row.sealedTokens,
    lastLoginAt: new Date(row.lastLoginAt),
    lastSeenAt: new Date(row.lastSeenAt),
    createdAt: new Date(row.createdAt),
  }
}
