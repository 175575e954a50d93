import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'

/** Bytes; a container may have only 64 MB of it. */
const enough = 2 * 2 ** 30

/**
 * Keeps temporary files in memory until this process ends, where there is room for them: a thousand
 * stores that sync each commit wait for a disk longer than they work.
 */
export function keepTemporaryFilesInMemory(): void {
  if (tmpdir().startsWith(memory) || !existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < enough) return
  const folder = mkdtempSync(`${memory}/tresen-`)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // Every worker and every program that a test starts has it from this process.
  process.env.TMPDIR = folder
}
