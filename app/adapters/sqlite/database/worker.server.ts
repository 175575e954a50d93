import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

const program = `
  const { parentPort, workerData } = require('node:worker_threads')
  const connection = new (require(workerData.libsql))(workerData.file)
  let rows
  for (const text of workerData.statements) {
    const statement = connection.prepare(text)
    rows = statement.reader ? statement.all() : statement.run()
  }
  connection.close()
  parentPort.postMessage(rows)
`

/**
 * Runs the statements on a connection of their own in a worker thread, so that the event loop does not
 * wait for the disk. Resolves with the rows of the last; rejects as they do.
 *
 * Not in another process: one that closes a file takes away its own POSIX locks on it, and a process
 * without locks that others see would leave them to think themselves the last and remove the log.
 */
export async function runInWorker<Row>(file: string, statements: string[]): Promise<Row[]> {
  const libsql = createRequire(import.meta.url).resolve('libsql')
  const worker = new Worker(program, { eval: true, workerData: { libsql, file, statements } })
  const [rows] = await once(worker, 'message')
  return rows
}
