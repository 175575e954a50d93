import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'

/** Another process holds the folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another server works on ${folder}: stop it first, or give this one another DATA_DIR.`)
    this.name = 'FolderInUse'
  }
}

/**
 * Holds a folder, which is made if it is missing, for this process alone; returns how to let go of it.
 * The lock is the operating system's on an empty SQLite file, as Node has none of its own: it ends
 * with the process, however that ends. Throws FolderInUse while another one has it.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = new Libsql(join(folder, 'server.lock'))
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    throw (error as { code?: string }).code === 'SQLITE_BUSY' ? new FolderInUse(folder) : error
  }
  return () => file.close()
}
