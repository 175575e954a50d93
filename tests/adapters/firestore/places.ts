import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../../app/adapters/firestore/database/database.server'
import { createRecords } from '../../../app/adapters/firestore/records/records.server'
import { openStores, storesOn } from '../../../app/adapters/firestore/stores.server'
import type { OpenStores } from '../../contracts/examples'
import type { RecordStores } from '../../contracts/records'
import { recordFirestoreCalls } from '../../support/firestore-calls'
import { uncovered } from '../../support/firestore-indexes'
import { lackOfEmulator, unless } from '../../support/left-out'

const emulator = inject('firestoreEmulator')

const calls = recordFirestoreCalls()

/**
 * Describes what is asked of the emulator, and that each query had an index, which the emulator itself
 * does not ask for; skipped where there is none.
 */
export function onEmulator(tests: () => void) {
  describe('on the emulator', unless(lackOfEmulator('the Firestore adapter', emulator)), () => {
    tests()

    test('every query has its index', () => {
      expect(uncovered(calls.queries)).toEqual([])
    })

    test('no commit writes more than 500 documents', () => {
      expect(calls.largestCommit).toBeLessThanOrEqual(500)
    })
  })
}

/** Settings of a project that nobody else uses, on the run's emulator. */
export function newProject() {
  if ('missing' in emulator) throw new Error(emulator.missing)
  return { projectId: `demo-${randomUUID()}`, emulatorHost: emulator.host }
}

/** More at once would only wait for each other: one process writes to a document in turns. */
const writersAtOnce = 12

export const openTemporaryStores: OpenStores = Object.assign(() => openStores(newProject()), {
  writersAtOnce,
})

/** With the records beneath. */
export async function openTemporaryRecords(): Promise<RecordStores> {
  const database = openDatabase(newProject())
  return { records: createRecords(database), stores: storesOn(database) }
}
