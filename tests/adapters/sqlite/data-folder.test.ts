import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  databaseIn,
  FolderInUse,
  lockFolder,
} from '../../../app/adapters/sqlite/data-folder.server'
import { openDatabase } from '../../../app/adapters/sqlite/database/database.server'
import { StoreNotOpened } from '../../../app/domain/stores'
import { makePlace } from './places'

let place: Awaited<ReturnType<typeof makePlace>>
beforeEach(async () => {
  place = await makePlace()
})
afterEach(() => place.remove())

test('a folder is one holder’s until it lets go', () => {
  const { release } = lockFolder(place.folder)
  expect(() => lockFolder(place.folder)).toThrow(FolderInUse)
  release()
  lockFolder(place.folder).release()
})

/** Holds the folder in another process, and kills that. */
async function holdAndKill() {
  const lock = new URL('../../../app/adapters/sqlite/data-folder.server.ts', import.meta.url)
  const program = `
    const { lockFolder } = await import(${JSON.stringify(lock.href)})
    lockFolder(${JSON.stringify(place.folder)})
    console.log('held')
    setInterval(() => undefined, 1_000)`
  const holder = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(holder.stdout, 'data')
  expect(() => lockFolder(place.folder)).toThrow(place.folder)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
}

test('a folder is free again when its holder was killed, and knows whether the log is gone', async () => {
  await writeFile(databaseIn(place.folder), '')
  await holdAndKill()
  const first = lockFolder(place.folder)
  expect(first.lostLog).toBe('gone')
  first.release()
  const second = lockFolder(place.folder)
  expect(second.lostLog).toBeUndefined()
  second.release()
  await writeFile(`${databaseIn(place.folder)}-wal`, '')
  await holdAndKill()
  const third = lockFolder(place.folder)
  expect(third.lostLog).toBeUndefined()
  third.release()
})

test('a log that SQLite would leave out is known before the database is opened', async () => {
  await writeFile(databaseIn(place.folder), '')
  await writeFile(`${databaseIn(place.folder)}-wal`, Buffer.alloc(10_000))
  const lock = lockFolder(place.folder)
  expect(lock.lostLog).toBe('damaged')
  lock.release()
})

test('a folder that cannot be one is refused in a sentence', async () => {
  const file = join(place.folder, 'file')
  await writeFile(file, '')
  for (const folder of [file, join(file, 'below')]) {
    expect(() => lockFolder(folder)).toThrow(StoreNotOpened)
    expect(() => lockFolder(folder)).toThrow('a file is where a folder should be')
  }
})

test('what is not a regular file is refused at once, in a sentence', () => {
  const kinds = [mkdirSync, (path: string) => execFileSync('mkfifo', [path])]
  const database = databaseIn(place.folder)
  const ofDatabase = ['', '-wal', '-shm', '.before-migration'].map((end) => database + end)
  const ofLock = ['server.lock', 'server.running'].map((name) => join(place.folder, name))
  const problem = (file: string) => `${file} is a folder, FIFO, socket or device`
  for (const make of kinds) {
    for (const file of [...ofDatabase, ...ofLock]) {
      make(file)
      expect(() => lockFolder(place.folder)).toThrow(problem(file))
      if (ofDatabase.includes(file)) expect(() => openDatabase(database)).toThrow(problem(file))
      rmSync(file, { recursive: true })
    }
  }
  lockFolder(place.folder).release()
})
