import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFileStore } from '../../../app/adapters/disk/files.server'
import { openDatabase } from '../../../app/adapters/firestore/database/database.server'
import type { Schema } from '../../../app/adapters/firestore/database/schema'
import { openMovable as openRemote } from '../../../app/adapters/firestore/moving/moving.server'
import { openStores as openFirestore } from '../../../app/adapters/firestore/stores.server'
import { backUp, restore } from '../../../app/adapters/sqlite/backup.server'
import { openMovable } from '../../../app/adapters/sqlite/moving/moving.server'
import { openStores as openSqlite } from '../../../app/adapters/sqlite/stores.server'
import { openFiles, openStores, readConfig } from '../../../app/config'
import { type MovableStore, movedNouns } from '../../../app/domain/export/moving'
import { joined } from '../../../app/domain/files/files'
import { kinds } from '../../../app/domain/record-stores'
import { StoreNotOpened, type Stores, StoreUnavailable } from '../../../app/domain/stores'
import { canonical } from '../../../app/domain/text/canonical'
import { runMove, tallyOf } from '../../../app/server/commands/move'
import { largeHouse } from '../../../development/large-house'
import { temporaryFolder } from '../../support/app'
import { startStorageService } from '../../support/storage-service'
import { fillHouse } from '../../support/whole-house'
import { newProject, onEmulator } from './places'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

function newFolder() {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder
}

/** Every record as text, in order. */
async function textOf(folder: string): Promise<string[]> {
  const lines: string[] = []
  for await (const { noun, record } of openMovable(folder).dump())
    lines.push(`${noun} ${canonical(record)}`)
  return lines.sort()
}

/** Loads half of a house, as a process that is killed. */
async function interrupt(folder: string, target: MovableStore) {
  async function* half() {
    let count = 0
    for await (const piece of openMovable(folder).dump()) {
      if (++count > 12) throw new Error('Killed')
      yield piece
    }
  }
  await expect(target.load(half())).rejects.toThrow('Killed')
  expect(await target.state()).toBe('half')
  await target.close()
}

/** Opens what a server opens first. */
async function startOn(environment: Record<string, string>, store: string, files: string) {
  const config = readConfig({ ...environment, STORE: store, FILES: files }, 'production')
  await openFiles(config)
  await (await openStores(config)).close()
}

/** Add a collection here, with whether a move fills it. */
const collections: Record<keyof Schema, 'moves' | 'stays'> = {
  accounts: 'moves',
  attachments: 'moves',
  bookings: 'moves',
  catalogue: 'moves',
  declarations: 'moves',
  deskCounts: 'moves',
  deskMonths: 'moves',
  legalDetails: 'moves',
  desks: 'moves',
  erasures: 'moves',
  feedback: 'moves',
  mailStops: 'moves',
  orderEvents: 'moves',
  orders: 'moves',
  productPhotos: 'moves',
  products: 'moves',
  restrictedOrders: 'moves',
  rooms: 'moves',
  sessions: 'moves',
  shop: 'moves',
  siteClaim: 'moves',
  sitePictures: 'moves',
  siteSettings: 'moves',
  tickets: 'moves',
  unique: 'moves',
  // A process holds them only while it runs, or they name files that the new place never had.
  discardedFiles: 'stays',
  generation: 'stays',
  probe: 'stays',
  purges: 'stays',
}

async function filled(settings: { projectId: string; emulatorHost: string }): Promise<string[]> {
  const { firestore } = openDatabase(settings)
  const found = await firestore.listCollections()
  await firestore.terminate()
  return found.map(({ id }) => id).sort()
}

/** What people see of it. */
async function viewOf(stores: Stores) {
  const deskId = 'desk-ada'
  const scopes = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ deskId, number }))
  const long = new Date(0)
  return canonical({
    desk: await stores.desks.findByPublicKey('new-key', long),
    counts: [await stores.tickets.count(deskId), await stores.tickets.tags(deskId)],
    list: (await stores.tickets.list(deskId, { order: 'newest' }, 20)).tickets,
    threads: await Promise.all(scopes.map((scope) => stores.tickets.messages(scope, 0, 99))),
    histories: await Promise.all(scopes.map((scope) => stores.ticketHistory.entries(scope, 99))),
    links: await Promise.all(scopes.map((scope) => stores.ticketHistory.links(scope))),
    file: await stores.attachments.find({ secretHash: 'secret-desk-ada-second' }, 'a'),
    room: await stores.attachments.used({ deskId, source: 'network' }, long),
    median: await stores.desks.medianFirstReply(deskId, long),
    rated: await stores.feedback.findOf({ deskId, number: 1 }),
    response: await stores.feedback.response(deskId, long),
    stopped: await stores.mails.isStopped('ticket-desk-ada-fourth'),
    orders: [await stores.orders.count(), (await stores.orders.list('all', 9)).orders],
    left: await stores.orders.stockLeft({ bell: 5 }),
    plans: await stores.entitlements.listAll(deskId, 9),
  })
}

onEmulator(() => {
  test('a house moves there and back, and every byte of it is as it was', async () => {
    const { projectId, emulatorHost } = newProject()
    const storage = await startStorageService('the-files')
    const [here, back, third] = [newFolder(), newFolder(), newFolder()]
    const environment = (DATA_DIR: string) => ({
      PUBLIC_ORIGIN: 'http://localhost:3000',
      SESSION_SECRET: 'Yx3kPz0vQm8sLr5tWd2nHf7bJc4gKa9e',
      FIREBASE_API_KEY: 'key',
      FIREBASE_PROJECT_ID: projectId,
      FIRESTORE_EMULATOR_HOST: emulatorHost,
      FILES_BUCKET: 'the-files',
      FIREBASE_STORAGE_EMULATOR_HOST: storage.host,
      DATA_DIR,
    })
    const said: string[] = []
    const move = (folder: string, from: string, to: string) =>
      runMove(environment(folder), ['--from', from, '--to', to], (text) => said.push(text))

    /** Ends it where it says each of these, and where the storage fails; then no server starts. */
    async function interruptEachStep(folder: string, from: string, to: string) {
      const [store = '', files = ''] = to.split(',')
      const refusesToStart = () =>
        expect(startOn(environment(folder), store, files)).rejects.toThrow('has not finished')
      for (const step of [
        'Copying',
        'Comparing',
        'account ',
        'erasure ',
        'Copying files',
        'file ',
      ]) {
        const print = (text: string) => {
          if (text.startsWith(step)) throw new Error('Killed')
        }
        const words = ['--from', from, '--to', to]
        await expect(runMove(environment(folder), words, print), step).rejects.toThrow('Killed')
        await refusesToStart()
      }
      let passed = 0
      storage.fail(({ method, path }) => {
        const isFile = path.includes('files') && method === 'GET'
        return (isFile || method === 'PUT') && ++passed > 4 ? { status: 403 } : undefined
      })
      await expect(move(folder, from, to)).rejects.toThrow(StoreUnavailable)
      storage.fail()
      await refusesToStart()
    }

    const stores = await openSqlite({ folder: here })
    await fillHouse(stores, createFileStore(join(here, 'files')))
    const seen = await viewOf(stores)
    await stores.close()
    const before = await textOf(here)
    // Something of every noun is there.
    expect(new Set(before.map((line) => line.split(' ')[0]))).toEqual(new Set(movedNouns))

    for (const [from, to] of [
      ['sqlite', 'gcs'],
      ['sqlite', 'sqlite'],
      ['sqlite', 'tape'],
    ])
      expect(await move(here, String(from), String(to))).toBe(1)
    await interrupt(here, await openRemote({ projectId, emulatorHost }))
    await expect(openFirestore({ projectId, emulatorHost })).rejects.toThrow('has not finished')
    await move(here, 'firestore', 'sqlite')
    expect(said.at(-1)).toContain('has only part of the data')
    await interruptEachStep(here, 'sqlite,disk', 'firestore,gcs')
    expect(await move(here, 'sqlite,disk', 'firestore,gcs'), said.join('')).toBe(0)
    const moved = Object.entries(collections).flatMap(([name, kind]) =>
      kind === 'moves' ? name : [],
    )
    const declared = kinds.map(({ table }) => table)
    const there = await filled({ projectId, emulatorHost })
    expect(there).toEqual(expect.arrayContaining([...moved, ...declared]))
    const remote = await openFirestore({ projectId, emulatorHost })
    expect(JSON.parse(await viewOf(remote))).toEqual(JSON.parse(seen))
    await remote.close()
    expect(await move(here, 'sqlite', 'firestore')).toBe(1)
    expect(said.at(-1)).toContain('has data already')

    await interrupt(here, openMovable(back))
    await expect(openSqlite({ folder: back })).rejects.toThrow('has not finished')
    await interruptEachStep(back, 'firestore,gcs', 'sqlite,disk')
    expect(await move(back, 'firestore,gcs', 'sqlite,disk'), said.join('')).toBe(0)
    expect(await textOf(back)).toEqual(before)
    const archive = join(third, 'backup.tar.gz')
    await backUp({ folder: back, archive })
    await restore({ folder: join(third, 'data'), archive })
    expect(await textOf(join(third, 'data'))).toEqual(before)
    const [old, copy] = [here, back].map((folder) => createFileStore(join(folder, 'files')))
    let compared = 0
    for await (const file of old?.olderThan(new Date(Date.now() + 60_000)) ?? []) {
      const [one, other] = [await old?.open(file), await copy?.open(file)]
      if (!one || !other) throw new Error(`${file} was not moved`)
      expect(await joined(other)).toEqual(await joined(one))
      compared += 1
    }
    expect(compared).toBe(4)
    const restored = await openSqlite({ folder: back })
    expect(JSON.parse(await viewOf(restored))).toEqual(JSON.parse(seen))
    await restored.close()
    await storage.close()
  }, 180_000)

  test('a move with a wrong setting says so, and changes nothing', async () => {
    const { projectId, emulatorHost } = newProject()
    const storage = await startStorageService('the-files')
    const [here, elsewhere] = [newFolder(), join(newFolder(), 'not-there')]
    const environment = {
      PUBLIC_ORIGIN: 'http://localhost:3000',
      SESSION_SECRET: 'Yx3kPz0vQm8sLr5tWd2nHf7bJc4gKa9e',
      FIREBASE_API_KEY: 'key',
      FIREBASE_PROJECT_ID: projectId,
      FIRESTORE_EMULATOR_HOST: emulatorHost,
      FILES_BUCKET: 'the-files',
      FIREBASE_STORAGE_EMULATOR_HOST: storage.host,
      DATA_DIR: here,
    }
    const said: string[] = []
    const move = (from: string, to: string, more: Record<string, string> = {}) =>
      runMove({ ...environment, ...more }, ['--from', from, '--to', to], (text) => said.push(text))
    const target = await openRemote({ projectId, emulatorHost })

    expect(await move('sqlite,disk', 'firestore,gcs', { DATA_DIR: elsewhere })).toBe(1)
    expect(said.at(-1)).toContain(`There is no data in ${elsewhere}`)
    expect(await move('disk', 'gcs', { STORE: 'firestore', DATA_DIR: elsewhere })).toBe(1)
    expect(await move('firestore,gcs', 'sqlite,disk', { DATA_DIR: elsewhere })).toBe(1)
    expect(said.at(-1)).toContain(`There is no data in the Firestore of ${projectId}`)
    expect(existsSync(elsewhere)).toBe(false)

    const stores = await openSqlite({ folder: here })
    await fillHouse(stores, createFileStore(join(here, 'files')))
    await stores.close()
    const wrong = move('sqlite,disk', 'firestore,gcs', { FILES_BUCKET: 'wrong' })
    await expect(wrong).rejects.toThrow(StoreNotOpened)
    const down = openRemote({ projectId, emulatorHost: '127.0.0.1:9' }, 300)
    await expect(down).rejects.toThrow('no emulator is to be reached at 127.0.0.1:9')
    const nameless = openRemote({ projectId: 'no such project', emulatorHost }, 1_000)
    await expect(nameless).rejects.toThrow('knows no project no such project')
    expect(await target.state()).toBe('empty')
    expect(await move('sqlite,disk', 'firestore,gcs'), said.join('')).toBe(0)
    expect(await target.state()).toBe('whole')
    await target.close()
    await storage.close()
  })

  test('a large house is seeded into Firestore as it is into SQLite', async () => {
    const settings = newProject()
    const remote = await openRemote(settings)
    const house = () => largeHouse(25, 'secret', new Date('2026-11-22T09:00:00Z'))
    await remote.load(house())
    await remote.finish()
    expect(await tallyOf(remote.dump())).toEqual(await tallyOf(house()))
    await remote.close()
    const stores = await openFirestore(settings)
    const counts = await stores.tickets.count('large-desk')
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(25)
    await stores.close()
  })
})
