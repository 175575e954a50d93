import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from '../../../app/adapters/sqlite/folder-lock.server'
import { makePlace } from './places'

let place: Awaited<ReturnType<typeof makePlace>>
beforeEach(async () => {
  place = await makePlace()
})
afterEach(() => place.remove())

test('a folder is one holder’s until it lets go', () => {
  const release = lockFolder(place.folder)
  expect(() => lockFolder(place.folder)).toThrow(FolderInUse)
  release()
  lockFolder(place.folder)()
})

test('a folder is free again when the process that held it was killed', async () => {
  const lock = new URL('../../../app/adapters/sqlite/folder-lock.server.ts', import.meta.url)
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
  lockFolder(place.folder)()
}, 30_000)
