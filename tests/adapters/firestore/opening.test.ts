import { readFileSync } from 'node:fs'
import { setTimeoutHandler } from '@google-cloud/firestore/build/src/backoff.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../app/adapters/firestore/database/database.server'
import { asUnavailable } from '../../../app/adapters/firestore/database/failures'
import { guarded, startProblem } from '../../../app/adapters/firestore/database/guard.server'
import { openStores } from '../../../app/adapters/firestore/stores.server'
import { StoreNotOpened, type Stores, StoreUnavailable } from '../../../app/domain/stores'
import { readIndexes } from '../../support/firestore-indexes'
import { newProject, onEmulator } from './places'

/** Nobody listens there: the port is for no service. */
const nowhere = { projectId: 'demo-nowhere', emulatorHost: '127.0.0.1:9' }

test('a database that is not to be reached stops the start with a sentence', async () => {
  const opening = openStores(nowhere, 500)
  await expect(opening).rejects.toThrow(StoreNotOpened)
  await expect(opening).rejects.toThrow('no emulator is to be reached at 127.0.0.1:9')
})

test.each([
  [5, 'the project cafe has no such database; make one in the Firebase console'],
  [3, 'the project cafe has a name that no project has; see FIREBASE_PROJECT_ID'],
  [7, 'the project cafe is not there, or the key may not use its Firestore'],
  [16, 'the project cafe does not believe the key; make another in the Firebase console'],
  [14, 'the project cafe is not to be reached (UNAVAILABLE)'],
  [undefined, 'the project cafe: no key was found; set GOOGLE_APPLICATION_CREDENTIALS to a'],
])('gRPC code %s at the start has a sentence of its own', (code, sentence) => {
  const error = asUnavailable(Object.assign(new Error('Raw words'), { code }))
  const said = startProblem(error, { projectId: 'cafe' })
  expect(said).toContain(`STORE=firestore: ${sentence}`)
  expect(said).not.toContain('Raw words')
})

test('calls wait less while Firestore is silent, and as long as ever once it has responded', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let responds = false
  const ready = () => (responds ? Promise.resolve() : new Promise<void>(() => undefined))
  const stores = guarded({ ready } as Stores, 20_000)
  const isRefusedWithin = async (milliseconds: number) => {
    let refusal: unknown
    stores.ready().catch((error) => {
      refusal = error
    })
    await vi.advanceTimersByTimeAsync(milliseconds)
    return refusal instanceof StoreUnavailable
  }
  expect(await isRefusedWithin(20_000)).toBe(true)
  expect(await isRefusedWithin(3_000)).toBe(true)
  responds = true
  await stores.ready()
  responds = false
  expect(await isRefusedWithin(19_999)).toBe(false)
})

test('documents that end by themselves say when, and maps that grow are in no index', () => {
  const { fieldOverrides } = readIndexes()
  const names = (kind: 'ttl' | 'unindexed') =>
    fieldOverrides
      .filter(({ ttl, indexes }) => (kind === 'ttl' ? ttl : indexes.length === 0 && !ttl))
      .map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`)
  expect(names('ttl')).toEqual(['leases.until', 'sessions.expiresAt'])
  expect(names('unindexed')).toEqual(
    expect.arrayContaining(['deskMonths.begun', 'deskCounts.tickets', 'rooms.strangers']),
  )
})

onEmulator(() => {
  test.each([
    [10, 'Too much contention on these documents'],
    [3, 'The referenced transaction has expired or is no longer valid'],
    [3, 'Transaction is invalid or closed.'],
  ])('a commit that others disturb is tried 25 times: %s %s', async (code, words) => {
    const database = openDatabase(newProject())
    // The client's pauses between tries are minutes in all.
    setTimeoutHandler((next) => setImmediate(next))
    onTestFinished(async () => {
      setTimeoutHandler(setTimeout)
      await database.firestore.terminate()
    })
    const disturbed = Object.assign(new Error(`${code} ${words}`), { code })
    let tries = 0
    const work = database.transact([], async (transaction) => {
      await transaction.get(database.document('desks', 'one'))
      tries += 1
      throw disturbed
    })
    await expect(work).rejects.toBe(disturbed)
    expect(tries).toBe(25)
    expect(asUnavailable(disturbed)).toBeInstanceOf(StoreUnavailable)
  })

  test('no client reads or writes anything', async () => {
    const { projectId, emulatorHost } = newProject()
    const source = { files: [{ name: 'rules', content: readFileSync('firestore.rules', 'utf8') }] }
    const set = await fetch(
      `http://${emulatorHost}/emulator/v1/projects/${projectId}:securityRules`,
      {
        method: 'PUT',
        body: JSON.stringify({ rules: source }),
      },
    )
    expect(set.status).toBe(200)
    const documents = `http://${emulatorHost}/v1/projects/${projectId}/databases/(default)/documents`
    expect((await fetch(`${documents}/desks/one`)).status).toBe(403)
    const body = JSON.stringify({ fields: {} })
    const written = await fetch(`${documents}/desks/one`, { method: 'PATCH', body })
    expect(written.status).toBe(403)
  })
})
