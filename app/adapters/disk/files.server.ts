import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileCode, FilesUnavailable } from '../../domain/files/errors'
import type { Bytes, FileStore, StoredFile } from '../../domain/files/files'

/** The only valid names; they keep a path inside the folder. */
const names = /^[0-9a-f]{32}$/

const unfinished = 'unfinished'

/** The disk's fault rather than the caller's. Source: errno(3). */
const unavailable = new Map<string, FileCode>([
  ['ENOSPC', 'quota-exceeded'],
  ['EDQUOT', 'quota-exceeded'],
  ['EROFS', 'unauthorized'],
  ['EIO', 'retry-limit-exceeded'],
])

/** Readable by its owner alone: `ab12…` is in `ab/`, and gets its name once complete and synced. */
export function createFileStore(folder: string): FileStore {
  mkdirSync(join(folder, unfinished), { recursive: true, mode: 0o700 })
  const pathOf = (file: string) => join(folder, file.slice(0, 2), file)
  const draftOf = (file: string) => join(folder, unfinished, file)

  return {
    async put(bytes, most, file = randomBytes(16).toString('hex')) {
      const draft = draftOf(file)
      try {
        const stored = await write(draft, file, bytes, most)
        if (!stored) return undefined
        const shelf = join(folder, file.slice(0, 2))
        const isNew = (await mkdir(shelf, { recursive: true, mode: 0o700 })) !== undefined
        await rename(draft, pathOf(file))
        await sync(shelf)
        if (isNew) await sync(folder)
        return stored
      } catch (error) {
        const code = unavailable.get(String((error as NodeJS.ErrnoException).code))
        throw code ? new FilesUnavailable(code, error) : error
      } finally {
        await rm(draft, { force: true })
      }
    },

    async open(file) {
      if (!names.test(file)) return undefined
      try {
        await access(pathOf(file))
        return read(pathOf(file))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async remove(files) {
      const shelves = new Set<string>()
      for (const file of files.filter((name) => names.test(name))) {
        await rm(draftOf(file), { force: true })
        await rm(pathOf(file), { force: true })
        shelves.add(join(folder, file.slice(0, 2)))
      }
      for (const shelf of shelves) await sync(shelf)
    },

    async *olderThan(than) {
      for (const shelf of await readdir(folder)) {
        for (const file of await readdir(join(folder, shelf))) {
          const path = join(folder, shelf, file)
          if (names.test(file) && (await lastWritten(path)) < than.getTime()) yield file
        }
      }
    },
  }
}

async function write(
  draft: string,
  file: string,
  bytes: Bytes,
  most: number,
): Promise<StoredFile | undefined> {
  // A process that was killed while it wrote a file of this name has left a beginning of it.
  const handle = await open(draft, 'w', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const piece of bytes) {
      size += piece.length
      if (size > most) return undefined
      hash.update(piece)
      await handle.write(piece)
    }
    await handle.datasync()
    return { file, size, hash: hash.digest('base64url') }
  } finally {
    await handle.close()
  }
}

/** Opens the file when its first byte is wanted: unread streams need no closing. */
async function* read(path: string): Bytes {
  yield* createReadStream(path)
}

/** Makes changes to a folder survive a power cut; a missing folder needs none. */
async function sync(folder: string): Promise<void> {
  try {
    const handle = await open(folder)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** Milliseconds since 1970; Infinity for a file that has just gone. */
async function lastWritten(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return Number.POSITIVE_INFINITY
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
