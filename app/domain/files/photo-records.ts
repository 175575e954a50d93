import { accountKind } from '../accounts/account-records'
import type { Kind } from '../records/kinds'
import { changed, created, type Records, removed } from '../records/records'
import type { Photo, PhotoStore } from './photos'

/** Small, and few people see it. It goes with its account. */
export const photoKind: Kind<Photo & { uid: string }, never> = {
  noun: 'photo',
  table: 'photos',
  cells: { uid: 'text', bytes: 'bytes', version: 'text', savedAt: 'time' },
  key: ['uid'],
  lists: {},
}

const changing = (uid: string) => [`photo ${uid}`]

export function createPhotoStore(records: Records): PhotoStore {
  return {
    save: (uid, photo) =>
      records.commit(changing(uid), async (read) => {
        if (!(await read.get(accountKind, uid))) return { result: undefined }
        const before = await read.get(photoKind, uid)
        const after = { ...photo, uid }
        const change = before ? changed(photoKind, before, after) : created(photoKind, after)
        return { result: undefined, changes: [change] }
      }),

    async find(uid) {
      const { uid: _, ...photo } = (await records.get(photoKind, uid)) ?? { uid }
      return 'bytes' in photo ? photo : undefined
    },

    remove: (uid) =>
      records.commit(changing(uid), async (read) => {
        const before = await read.get(photoKind, uid)
        return { result: undefined, changes: before ? [removed(photoKind, before)] : [] }
      }),
  }
}
