import { randomUUID } from 'node:crypto'
import {
  applicationDefault,
  type Credential,
  cert,
  deleteApp,
  initializeApp,
} from 'firebase-admin/app'
import { type Database, getDatabaseWithUrl } from 'firebase-admin/database'
import { LiveNotOpened } from '../../domain/live/live'

export interface Settings {
  /** https://NAME.firebaseio.com or https://NAME.REGION.firebasedatabase.app */
  url: string
  /** Without it, Application Default Credentials. */
  keyFile?: string
  /** host:port; an emulator needs no key. */
  emulatorHost?: string
}

export interface Connection {
  database: Database
  close(): Promise<void>
}

/** Milliseconds for the first connection. */
const startTimeoutMs = 10_000

/** Throws LiveNotOpened where the database is not to be reached or believes no key. */
export async function openConnection(
  { url, keyFile, emulatorHost }: Settings,
  within = startTimeoutMs,
): Promise<Connection> {
  const credential = emulatorHost ? undefined : await believed(keyFile)
  // Several apps with one name would be one.
  const app = initializeApp({ ...(credential && { credential }) }, `live-${randomUUID()}`)
  const close = () => deleteApp(app)
  const name = new URL(url).hostname.split('.', 1)[0]
  const subject = emulatorHost ? `http://${emulatorHost}?ns=${name}` : url
  const database = getDatabaseWithUrl(subject, app)
  if (await isReached(database, within)) return { database, close }
  // Closing may never settle.
  close().catch(() => undefined)
  const problem = emulatorHost
    ? `no emulator is to be reached at ${emulatorHost}`
    : `the database at ${url} is not to be reached; see FIREBASE_DATABASE_URL`
  throw new LiveNotOpened(`LIVE=rtdb: ${problem}`)
}

async function believed(keyFile: string | undefined): Promise<Credential> {
  try {
    const credential = keyFile ? cert(keyFile) : applicationDefault()
    await credential.getAccessToken()
    return credential
  } catch (error) {
    const problem = keyFile
      ? `Google does not believe the key in ${keyFile}, or is not to be reached`
      : 'no key was found; set GOOGLE_APPLICATION_CREDENTIALS to a service account’s file'
    throw new LiveNotOpened(`LIVE=rtdb: ${problem}`, error)
  }
}

function isReached(database: Database, within: number): Promise<boolean> {
  const info = database.ref('.info/connected')
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(false), within)
    function hear(snapshot: { val(): unknown }) {
      if (snapshot.val() === true) end(true)
    }
    function end(reached: boolean) {
      clearTimeout(timer)
      info.off('value', hear)
      resolve(reached)
    }
    info.on('value', hear)
  })
}
