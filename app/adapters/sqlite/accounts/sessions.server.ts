import type { Selectable } from 'kysely'
import { z } from 'zod'
import type {
  Session,
  SessionRenewal,
  SessionStore,
  SessionUser,
} from '../../../domain/accounts/sessions'
import type { Database } from '../database/database.server'
import { type Schema, toRow } from '../database/schema.server'

const providers = z.array(z.object({ providerId: z.string() }))

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

    async list(uid) {
      const rows = await kysely
        .selectFrom('sessions')
        .selectAll()
        .where('uid', '=', uid)
        .orderBy('lastSeenAt', 'desc')
        .orderBy('idHash')
        .execute()
      return rows.map(toSession)
    },

    async renew(idHash, renewal) {
      if (Object.keys(renewal).length === 0) return
      await kysely
        .updateTable('sessions')
        // A field that the renewal leaves out keeps its value.
        .set(toRow(renewal as Required<SessionRenewal>))
        .where('idHash', '=', idHash)
        .execute()
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

    async endAll(uid, except) {
      const rows = await kysely
        .deleteFrom('sessions')
        .where('uid', '=', uid)
        .where('idHash', '!=', except ?? '')
        .returning('idHash')
        .execute()
      return rows.map(({ idHash }) => idHash)
    },

    async removeOlder(before, limit) {
      const { numDeletedRows } = await kysely
        .deleteFrom('sessions')
        .where('idHash', 'in', (old) =>
          old
            .selectFrom('sessions')
            .select('idHash')
            .where('lastLoginAt', '<', before.getTime())
            .limit(limit),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

export function userColumns({ photoURL, ...user }: SessionUser) {
  return toRow({ ...user, photoUrl: photoURL })
}

export function toSession(row: Selectable<Schema['sessions']>): Session {
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
    device: row.device,
    lastLoginAt: new Date(row.lastLoginAt),
    provedAt: new Date(row.provedAt),
    checkedAt: new Date(row.checkedAt),
    lastSeenAt: new Date(row.lastSeenAt),
    createdAt: new Date(row.createdAt),
  }
}
