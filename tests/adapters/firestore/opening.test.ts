import { readFileSync } from 'node:fs'
import { setTimeoutHandler } from '@google-cloud/firestore/build/src/backoff.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../app/adapters/firestore/database/database.server'
import { asUnavailable } from '../../../app/adapters/firestore/database/failures'
import { guarded, startProblem } from '../../../app/adapters/firestore/database/guard.server'
import { openStores } from '../../../app/adapters/firestore/stores.server'
import { StoreNotOpened, type Stores, StoreUnavailable } from '../../../app/domain/stores'
import { exampleAccount, exampleDesk } from '../../contracts/examples'
import { readIndexes } from '../../support/firestore-indexes'
import { layLine } from '../../support/line'
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

test('calls wait less while Firestore is silent, and as long as ever while it responds to others', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let responds = false
  const silence = new Promise<void>(() => undefined)
  const open = () =>
    ({ ready: () => (responds ? Promise.resolve() : silence), verify: () => silence }) as never
  const stores: Stores = guarded(open(), open)
  const isRefusedWithin = async (call: () => Promise<unknown>, milliseconds: number) => {
    let refusal: unknown
    call().catch((error) => {
      refusal = error
    })
    await vi.advanceTimersByTimeAsync(milliseconds)
    return refusal instanceof StoreUnavailable
  }
  expect(await isRefusedWithin(stores.ready, 9_999)).toBe(false)
  expect(await isRefusedWithin(stores.ready, 3_000)).toBe(true)
  responds = true
  await stores.ready()
  const others = setInterval(stores.ready, 5_000)
  expect(await isRefusedWithin(stores.verify, 19_999)).toBe(false)
  clearInterval(others)
  await vi.advanceTimersByTimeAsync(1)
})

test('a connection that is silent for ten seconds is replaced, and closed once its calls have ended', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const opened: { end: () => void; closed: boolean }[] = []
  let responds = false
  const open = () => {
    let end = () => {}
    const silent = new Promise<void>((resolve) => {
      end = resolve
    })
    const connection = { end, closed: false }
    opened.push(connection)
    const ready = () => (responds ? Promise.resolve() : silent)
    const close = async () => {
      connection.closed = true
    }
    return { ready, close } as Stores
  }
  const stores = guarded(open(), open)
  const first = stores.ready().catch((error) => error)
  await vi.advanceTimersByTimeAsync(5_000)
  const second = stores.ready().catch((error) => error)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(opened).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(opened).toHaveLength(2)
  // Who waits there need not wait any longer.
  for (const each of [first, second]) expect(await each).toBeInstanceOf(StoreUnavailable)
  // Silent, too: another one, but one in ten seconds.
  for (const connections of [2, 2, 2, 3]) {
    stores.ready().catch(() => undefined)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(opened).toHaveLength(connections)
  }
  responds = true
  await stores.ready()
  expect(opened.map(({ closed }) => closed)).toEqual([false, false, false])
  for (const { end } of opened) end()
  await vi.advanceTimersByTimeAsync(0)
  expect(opened.map(({ closed }) => closed)).toEqual([true, true, false])
  await stores.close()
  expect(opened.at(-1)?.closed).toBe(true)
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

  test('a desk that an instance without members founded has its owner for a manager', async () => {
    const project = newProject()
    const stores = await openStores(project)
    const database = openDatabase(project)
    onTestFinished(async () => {
      await stores.close()
      await database.firestore.terminate()
    })
    await stores.accounts.save(exampleAccount('cleo'))
    await stores.desks.ensure(exampleDesk('cleo'))
    await database.firestore.doc('members/desk-cleo cleo').delete()
    const found = await Promise.all([1, 2].map(() => stores.members.desksOf('cleo')))
    expect(found.map(([own]) => [own?.desk.id, own?.member.kind])).toEqual(
      Array(2).fill(['desk-cleo', 'manager']),
    )
    expect(await stores.members.list('desk-cleo')).toHaveLength(1)
    expect(await stores.members.desksOf('nobody')).toEqual([])
  })

  test('a connection that goes silent is given up, and so is one that never spoke', async () => {
    const { projectId, emulatorHost } = newProject()
    const line = await layLine(`http://${emulatorHost}`)
    onTestFinished(() => line.close())
    const settings = { projectId, emulatorHost: new URL(line.proxy.server).host }
    const times = { call: 500, silence: 200 }
    const stores = await openStores(settings, undefined, times)
    line.mute()
    await expect(stores.ready()).rejects.toThrow(StoreUnavailable)
    // What was opened meanwhile has heard nothing and never will.
    await expect(stores.ready()).rejects.toThrow(StoreUnavailable)
    line.mend()
    await expect.poll(() => stores.ready().then(() => 'taken', String)).toBe('taken')
    // Those that were muted are silent for ever: only another one responds.
    await stores.ready()
    await stores.close()
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
