import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '../../../domain/stores'

/** The write-ahead log. A disk takes as long as it likes, so that the event loop waits for none of it. */
export interface Log {
  /** Makes durable what is committed. Throws StoreUnavailable if the disk fails. */
  sync(): Promise<void>
  /** Copies it into the database; the next commit begins it again unless somebody has written meanwhile. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

const program = `
  const { parentPort, workerData } = require('node:worker_threads')
  const connection = new (require(workerData.libsql))(workerData.file)
  for (const pragma of ['busy_timeout = 5', 'synchronous = full', 'checkpoint_fullfsync = on'])
    connection.exec('pragma ' + pragma)
  parentPort.on('message', (wanted) => {
    if (wanted === 'close') {
      connection.close()
      parentPort.close()
      return
    }
    try {
      connection.prepare('pragma wal_checkpoint(passive)').all()
    } catch {
      // A full disk: the log grows until there is room.
    }
    parentPort.postMessage('done')
  })
`

const syncFile = promisify(fdatasync)

/** Needs a database that is open already. No locks are on the log itself, so that it may be closed. */
export function openLog(file: string): Log {
  const descriptor = openSync(`${file}-wal`, 'a', 0o600)
  syncFolder(dirname(file))
  let worker: Worker | undefined
  let running: Promise<void> | undefined

  function start(): Worker {
    const libsql = createRequire(import.meta.url).resolve('libsql')
    const started = new Worker(program, { eval: true, workerData: { libsql, file } })
    started.once('exit', () => {
      worker = undefined
    })
    return started
  }

  return {
    async sync() {
      try {
        await syncFile(descriptor)
      } catch (error) {
        throw new StoreUnavailable(String((error as NodeJS.ErrnoException).code), error)
      }
    },

    async checkpoint() {
      worker ??= start()
      running = ask(worker, 'checkpoint')
      await running
    },

    async close() {
      await running
      if (worker) await ask(worker, 'close')
      closeSync(descriptor)
    },
  }
}

/** Resolves with its response or its end. */
function ask(worker: Worker, wanted: 'checkpoint' | 'close'): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of ['message', 'error', 'exit']) worker.off(event, done)
      worker.unref()
      resolve()
    }
    worker.ref()
    for (const event of ['message', 'error', 'exit']) worker.on(event, done)
    worker.postMessage(wanted)
  })
}

/** A log that was just made is found after a power cut. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
