import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  databaseIn,
  FolderInUse,
  lockFolder,
} from '../../../app/adapters/sqlite/data-folder.server'
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
  expect(first.logLost).toBe(true)
  first.release()
  const second = lockFolder(place.folder)
  expect(second.logLost).toBe(false)
  second.release()
  await writeFile(`${databaseIn(place.folder)}-wal`, '')
  await holdAndKill()
  const third = lockFolder(place.folder)
  expect(third.logLost).toBe(false)
  third.release()
})
