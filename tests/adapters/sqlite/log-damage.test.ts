import { copyFile, open, readFile, stat, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, connect } from '../../../app/adapters/sqlite/database/connection.server'
import { isLogDamaged } from '../../../app/adapters/sqlite/log-damage.server'
import { makePlace } from './places'

const frame = 24 + 4_096

let place: Awaited<ReturnType<typeof makePlace>>
let connection: Connection
let log: string
beforeEach(async () => {
  place = await makePlace()
  log = `${place.file}-wal`
  connection = connect(place.file)
  connection.exec('create table notes (body text) strict')
  for (let note = 0; note < 9; note += 1) connection.exec(`insert into notes values ('${note}')`)
})
afterEach(async () => {
  connection.close()
  await place.remove()
})

/** How many notes SQLite finds beside the log as it is now. */
async function notes(): Promise<number> {
  const copy = `${place.folder}/copy.sqlite`
  await copyFile(place.file, copy)
  await copyFile(log, `${copy}-wal`)
  const other = connect(copy)
  try {
    return other.prepare('select * from notes').all().length
  } catch {
    // Not even the table is there.
    return 0
  } finally {
    other.close()
  }
}

async function overwrite(from: number, bytes: number) {
  const file = await open(log, 'r+')
  await file.write(Buffer.alloc(bytes, 0xab), 0, bytes, from)
  await file.close()
}

describe('a write-ahead log', () => {
  test('is sound as SQLite leaves it, also where it has started over before', async () => {
    expect(isLogDamaged(log)).toBe(false)
    connection.exec('pragma wal_checkpoint(passive)')
    connection.exec("insert into notes values ('later')")
    expect(isLogDamaged(log)).toBe(false)
    connection.exec('pragma wal_checkpoint(truncate)')
    expect(isLogDamaged(log)).toBe(false)
  })

  test.each([
    ['magic number', 0],
    ['page size', 8],
    ['salt', 16],
    ['checksum', 24],
  ])(
    'is damaged where its header has another %s, which SQLite takes for an empty log',
    async (_, from) => {
      await overwrite(from, 4)
      expect(await notes()).toBe(0)
      expect(isLogDamaged(log)).toBe(true)
    },
  )

  test('is damaged where less than its header is left', async () => {
    await writeFile(log, (await readFile(log)).subarray(0, 20))
    expect(await notes()).toBe(0)
    expect(isLogDamaged(log)).toBe(true)
  })

  test('is damaged where a page has commits behind it that were synced', async () => {
    const { size } = await stat(log)
    await overwrite(size - 4 * frame + 100, 8)
    expect(await notes()).toBe(5)
    expect(isLogDamaged(log)).toBe(true)
  })

  test('is not where the last commit is torn, which nobody was told of', async () => {
    const { size } = await stat(log)
    await overwrite(size - frame + 100, 8)
    expect(await notes()).toBe(8)
    expect(isLogDamaged(log)).toBe(false)
    await writeFile(log, (await readFile(log)).subarray(0, size - 50))
    expect(isLogDamaged(log)).toBe(false)
  })
})
