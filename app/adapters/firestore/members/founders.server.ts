import { firstManager, type Member, type MemberStore } from '../../../domain/desks/members'
import { memberKind } from '../../../domain/members/member-records'
import { type Database, mostWrites } from '../database/database.server'
import { listOf } from '../database/documents.server'
import type { DeskRecord } from '../database/schema'
import { documentOf } from '../records/queries.server'

/** Who founded a desk on an instance of a version without members is its first manager. */
export function withFounders(database: Database, members: MemberStore): MemberStore {
  return {
    ...members,
    async desksOf(uid) {
      const found = await members.desksOf(uid)
      return found.length === 0 && (await joinOwnDesks(database, uid))
        ? members.desksOf(uid)
        : found
    },
  }
}

/** Returns whether the account owns any. */
async function joinOwnDesks(database: Database, uid: string): Promise<boolean> {
  const { collection, document, transact } = database
  const owned = await listOf(collection('desks').where('ownerUid', '==', uid))
  const joined = owned.map(({ id }) =>
    transact([`desk ${id}`], async (transaction) => {
      const desk = (await transaction.get(document('desks', id))).data()
      const reference = documentOf(database, memberKind, [id, uid])
      if (desk?.ownerUid !== uid || (await transaction.get(reference)).exists) return
      transaction.create(reference, founderOf(desk))
    }),
  )
  await Promise.all(joined)
  return owned.length > 0
}

/** Presence was the desk's own. */
function founderOf({ awaySince, ...desk }: DeskRecord): Member {
  return { ...firstManager(desk), attendedAt: desk.attendedAt, awaySince }
}

/** On the first start after versions without members: each desk's owner becomes its first manager. */
export async function settleMembers(database: Database): Promise<void> {
  const { collection, document, firestore } = database
  const member = ({ id, ownerUid }: DeskRecord) => documentOf(database, memberKind, [id, ownerUid])
  const settled = document('probe', 'members')
  if ((await settled.get()).exists) return
  let last = ''
  for (;;) {
    const page = collection('desks').orderBy('id').startAfter(last).limit(mostWrites)
    const desks = await listOf(page)
    const batch = firestore.batch()
    const known = await database.readAll(desks.map(member))
    for (const [index, desk] of desks.entries())
      if (!known[index]) batch.set(member(desk), founderOf(desk))
    await batch.commit()
    last = desks.at(-1)?.id ?? ''
    if (desks.length < mostWrites) break
  }
  await settled.set({ beats: 0 })
}
