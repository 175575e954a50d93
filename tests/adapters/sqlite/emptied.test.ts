import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileStore } from '../../../app/adapters/disk/files.server'
import { openStores } from '../../../app/adapters/sqlite/stores.server'
import { bytesOf } from '../../../app/domain/files/files'
import { StoreNotOpened } from '../../../app/domain/stores'
import { makePlace } from './places'

let place: Awaited<ReturnType<typeof makePlace>>
let database: string
beforeEach(async () => {
  place = await makePlace()
  database = join(place.folder, 'tresen.sqlite')
})
afterEach(() => place.remove())

const opened = async () => (await openStores(place)).close()

const traces: [string, () => Promise<unknown>][] = [
  ['files', () => createFileStore(join(place.folder, 'files')).put(bytesOf(Buffer.from('a')), 9)],
  ['tresen.sqlite-wal', () => writeFile(`${database}-wal`, 'what was written last')],
  ['tresen.sqlite.before-migration', () => writeFile(`${database}.before-migration`, 'a copy')],
]

test.each(traces)(
  'a database that is missing or empty beside %s is not begun with nothing',
  async (name, leave) => {
    await opened()
    await leave()
    for (const empty of [() => truncate(database), () => rm(database)]) {
      await empty()
      const before = await readdir(place.folder)
      await expect(opened()).rejects.toThrow(StoreNotOpened)
      await expect(opened()).rejects.toThrow(`${name} beside it shows that there was one`)
      expect(await readdir(place.folder)).toEqual(before)
    }
    await rename(join(place.folder, name), join(place.folder, 'away'))
    await opened()
    expect(existsSync(database)).toBe(true)
  },
)

test('a folder below a file is refused in a sentence', async () => {
  await opened()
  await expect(openStores({ folder: join(database, 'data') })).rejects.toThrow(StoreNotOpened)
})

test('an empty folder, with folders for files in it, is begun', async () => {
  await mkdir(join(place.folder, 'files', 'unfinished'), { recursive: true })
  await writeFile(database, '')
  await opened()
})
