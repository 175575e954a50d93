import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { StoreUnavailable } from '../../../domain/stores'
import { runInWorker } from './worker.server'

/** SQLite's write-ahead log, synced and copied beside the event loop: a disk may take any time. */
export interface WriteAheadLog {
  /** Syncs what is committed. Throws StoreUnavailable if the disk fails. */
  sync(): Promise<void>
  /** Copies the log into the database; the next commit restarts it if nobody has written meanwhile. */
  checkpoint(): Promise<void>
  close(): void
}

const syncFile = promisify(fdatasync)

/** Needs a database that is open already. No locks are on the log itself, so that it may be closed. */
export function openWriteAheadLog(file: string): WriteAheadLog {
  const descriptor = openSync(`${file}-wal`, 'a', 0o600)
  syncFolder(dirname(file))
  return {
    async sync() {
      try {
        await syncFile(descriptor)
      } catch (error) {
        throw new StoreUnavailable(String((error as NodeJS.ErrnoException).code), error)
      }
    },
    async checkpoint() {
      const pragmas = ['synchronous = full', 'checkpoint_fullfsync = on', 'wal_checkpoint(passive)']
      await runInWorker(
        file,
        pragmas.map((pragma) => `pragma ${pragma}`),
      )
    },
    close: () => closeSync(descriptor),
  }
}

/** A log that was just made is found after a power cut. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
