import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFileStore } from '../../../app/adapters/disk/files.server'
import { bytesOf, joined } from '../../../app/domain/files/files'
import { fileStoreContract } from '../../contracts/files'

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'tresen-files-'))
  const all = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile())
  }
  return {
    folder,
    files: createFileStore(folder),
    all,
    count: async () => (await all()).length,
    hasUnfinished: true,
    close: () => rm(folder, { recursive: true }),
  }
}

fileStoreContract('on disk', openFolder)

test('a file lies under a name that says nothing, and only its owner may read it', async () => {
  const { files, folder, all, close } = await openFolder()
  const stored = await files.put(bytesOf(new Uint8Array(3)), 9)
  const [entry] = await all()
  expect(entry?.name).toBe(stored?.file)
  expect(entry?.name).toMatch(/^[0-9a-f]{32}$/)
  const { mode } = await stat(join(folder, (stored?.file ?? '').slice(0, 2), stored?.file ?? ''))
  expect(mode & 0o777).toBe(0o600)
  await close()
})

test('a file that a killed process had begun to write is written again under its name', async () => {
  const { files, folder, all, close } = await openFolder()
  const name = 'a'.repeat(32)
  await writeFile(join(folder, 'unfinished', name), 'a beginning that is longer')
  const stored = await files.put(bytesOf(new Uint8Array(3)), 9, name)
  expect(stored).toMatchObject({ file: name, size: 3 })
  const bytes = await files.open(name)
  expect(bytes && (await joined(bytes))).toEqual(new Uint8Array(3))
  expect(await all()).toHaveLength(1)
  await close()
})
