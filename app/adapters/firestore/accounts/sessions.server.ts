import { type Session, type SessionStore, sessionLifetime } from '../../../domain/accounts/sessions'
import type { Database } from '../database/database.server'
import { documentsOf, listOf } from '../database/documents.server'
import { removeAll } from '../database/removal.server'
import type { SessionRecord } from '../database/schema'

export function createSessionStore(database: Database): SessionStore {
  const { collection, document, transact } = database
  const ofUser = (uid: string) => collection('sessions').where('user.uid', '==', uid)

  const change = (idHash: string, decide: (session: SessionRecord) => Partial<Session>) =>
    transact([`session ${idHash}`], async (transaction) => {
      const reference = document('sessions', idHash)
      const session = (await transaction.get(reference)).data()
      if (session) transaction.set(reference, { ...session, ...decide(session) })
    })

  return {
    async create(session) {
      const expiresAt = new Date(session.lastLoginAt.getTime() + sessionLifetime)
      await document('sessions', session.idHash).create({ ...session, expiresAt })
    },

    async find(idHash) {
      return toSession((await document('sessions', idHash).get()).data())
    },

    async list(uid) {
      const found = await listOf(ofUser(uid).orderBy('lastSeenAt', 'desc'))
      return found.flatMap((record) => toSession(record) ?? [])
    },

    refresh: (idHash, user) => change(idHash, () => ({ user })),
    renew: (idHash, renewal) => change(idHash, () => renewal),

    touch: (idHash, at) =>
      change(idHash, ({ lastSeenAt }) => (at > lastSeenAt ? { lastSeenAt: at } : {})),

    async end(idHash) {
      await document('sessions', idHash).delete()
    },

    async endAll(uid, except) {
      const found = await documentsOf(ofUser(uid))
      const ended = found.filter(({ id }) => id !== except)
      await removeAll(database, ended)
      return ended.map(({ id }) => id)
    },

    async removeOlder(before, limit) {
      const old = collection('sessions').where('lastLoginAt', '<', before).limit(limit)
      return removeAll(database, await documentsOf(old))
    },
  }
}

export function toSession(record: SessionRecord | undefined): Session | undefined {
  if (!record) return undefined
  const { expiresAt: _, ...session } = record
  return session
}
