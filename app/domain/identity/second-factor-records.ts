import { accountKind } from '../accounts/account-records'
import { mailsAdded } from '../outbox/mail-records'
import type { Kind } from '../records/kinds'
import { type Change, changed, created, type Records, removed } from '../records/records'
import type { SecondFactor, SecondFactorStore } from './second-factors'

export const secondFactorKind: Kind<SecondFactor, never> = {
  noun: 'secondFactor',
  table: 'secondFactors',
  cells: {
    uid: 'text',
    sealedSecret: 'text',
    lastStep: 'number',
    salt: 'text',
    recoveryHashes: 'json',
    since: 'time',
  },
  key: ['uid'],
  lists: {},
}

export function createSecondFactorStore(records: Records): SecondFactorStore {
  return {
    find: (uid) => records.get(secondFactorKind, uid),

    change: (uid, decide, letter) =>
      records.commit([`second factor ${uid}`], async (read) => {
        if (!(await read.get(accountKind, uid))) return { result: undefined }
        const before = await read.get(secondFactorKind, uid)
        const changes = replacing(before, decide(before))
        const letters = letter ? await mailsAdded(read, [letter], letter.dueAt) : []
        return { result: undefined, changes: [...changes, ...letters] }
      }),
  }
}

function replacing(before: SecondFactor | undefined, after: SecondFactor | undefined): Change[] {
  if (!after) return before ? [removed(secondFactorKind, before)] : []
  return [before ? changed(secondFactorKind, before, after) : created(secondFactorKind, after)]
}
