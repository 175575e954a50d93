import { accountKind } from '../accounts/account-records'
import { mailsAdded } from '../outbox/mail-records'
import type { Kind } from '../records/kinds'
import {
  type Change,
  changed,
  created,
  type Reading,
  type Records,
  removed,
} from '../records/records'
import type { Passkey, PasskeyStore } from './passkeys'

export const passkeyKind: Kind<Passkey, 'ofAccount'> = {
  noun: 'passkey',
  table: 'passkeys',
  cells: {
    uid: 'text',
    id: 'text',
    publicKey: 'text',
    counter: 'number',
    name: 'text',
    createdAt: 'time',
    lastUsedAt: 'time',
  },
  key: ['uid', 'id'],
  lists: { ofAccount: { by: ['uid'], order: 'createdAt' } },
}

const changing = (uid: string) => [`passkeys ${uid}`]

export function createPasskeyStore(records: Records): PasskeyStore {
  return {
    find: (uid, id) => records.get(passkeyKind, uid, id),

    list: (uid) => records.list(passkeyKind, 'ofAccount', { uid }),

    add: (passkey, most, letter) =>
      records.commit(changing(passkey.uid), async (read) => {
        const { uid, id } = passkey
        const known = await read.list(passkeyKind, 'ofAccount', { uid })
        const isThere = known.some((each) => each.id === id)
        if (isThere || !(await read.get(accountKind, uid))) return { result: true }
        if (known.length >= most) return { result: false }
        const letters = letter ? await mailsAdded(read, [letter], letter.dueAt) : []
        return { result: true, changes: [created(passkeyKind, passkey), ...letters] }
      }),

    change: (uid, id, decide) =>
      records.commit(changing(uid), async (read) => {
        const before = await read.get(passkeyKind, uid, id)
        if (!before) return { result: false }
        return { result: true, changes: [changed(passkeyKind, before, decide(before))] }
      }),

    remove: (uid, id, letter) =>
      records.commit(changing(uid), async (read) => {
        const before = await read.get(passkeyKind, uid, id)
        if (!before) return { result: false }
        const letters = await mailsAdded(read, [letter], letter.dueAt)
        return { result: true, changes: [removed(passkeyKind, before), ...letters] }
      }),

    removeAll: (uid, letter) =>
      records.commit(changing(uid), async (read) => {
        const gone = await passkeysRemoved(read, uid)
        if (gone.length === 0) return { result: 0 }
        const letters = await mailsAdded(read, [letter], letter.dueAt)
        return { result: gone.length, changes: [...gone, ...letters] }
      }),
  }
}

/** What a commit changes to remove all of an account. */
export async function passkeysRemoved(read: Reading, uid: string): Promise<Change[]> {
  const known = await read.list(passkeyKind, 'ofAccount', { uid })
  return known.map((each) => removed(passkeyKind, each))
}
