import type { DataLock } from '~/config'
import type { ServerContext } from '../arrival/context'

const lostLogs = {
  gone: 'The server was killed before, and the write-ahead log (tresen.sqlite-wal) is gone: what was written last may be lost',
  damaged:
    'The write-ahead log (tresen.sqlite-wal) was damaged when the server started: what was written last is lost',
}

/** Checks stored data in the background; damage also goes to `/readyz`. Never rejects. */
export async function verifyData(
  { services, log, health }: Pick<ServerContext, 'services' | 'log' | 'health'>,
  { lostLog }: Pick<DataLock, 'lostLog'>,
): Promise<void> {
  if (lostLog) log.error(lostLogs[lostLog])
  try {
    const damage = await services.verify()
    if (!damage) return
    log.error({ damage }, 'The database is damaged: stop, keep a copy, and restore the last backup')
    health.blame('the database is damaged')
  } catch (error) {
    // Stopping closes the database.
    if ((error as Error).name !== 'AbortError') {
      log.warn({ error: String(error) }, 'The database could not be checked')
    }
  }
}
