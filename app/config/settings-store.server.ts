import { checkKeyFile } from './settings-files.server'
import { type LiveConfig, type LiveValues, readLive } from './settings-live.server'

type StoreConfig =
  | { kind: 'sqlite' }
  | {
      kind: 'firestore'
      projectId: string
      databaseId?: string
      keyFile?: string
      emulatorHost?: string
    }

type FilesConfig =
  | { kind: 'disk' }
  | {
      kind: 'gcs'
      bucket: string
      keyFile?: string
      emulatorHost?: string
    }

interface Values {
  STORE: StoreConfig['kind']
  FILES: FilesConfig['kind']
  FILES_BUCKET?: string
  FIREBASE_STORAGE_EMULATOR_HOST?: string
  FIREBASE_PROJECT_ID?: string
  FIRESTORE_DATABASE?: string
  FIRESTORE_EMULATOR_HOST?: string
  GOOGLE_APPLICATION_CREDENTIALS?: string
}

function readStore(values: Values): StoreConfig {
  if (values.STORE === 'sqlite') return { kind: 'sqlite' }
  return {
    kind: 'firestore',
    projectId: values.FIREBASE_PROJECT_ID ?? 'demo-tresen',
    databaseId: values.FIRESTORE_DATABASE,
    keyFile: values.GOOGLE_APPLICATION_CREDENTIALS,
    emulatorHost: values.FIRESTORE_EMULATOR_HOST,
  }
}

/** Source: cloud.google.com/storage/docs/buckets (naming). */
const bucketName = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/

/** Adds what is wrong with the bucket's name to `problems`. */
function readFiles(values: Values, problems: string[]): FilesConfig {
  if (values.FILES === 'disk') return { kind: 'disk' }
  const bucket = values.FILES_BUCKET ?? ''
  if (!bucketName.test(bucket))
    problems.push('FILES_BUCKET: must be a bucket’s name, without gs://, as FILES is gcs')
  return {
    kind: 'gcs',
    bucket,
    keyFile: values.GOOGLE_APPLICATION_CREDENTIALS,
    emulatorHost: values.FIREBASE_STORAGE_EMULATOR_HOST,
  }
}

export interface ServicesConfig {
  store: StoreConfig
  files: FilesConfig
  live: LiveConfig
}

const onGoogle = new Set(['firestore', 'gcs', 'rtdb'])

/** Adds what is wrong to `problems`, with the key file too if anything uses it. */
export function readServices(values: Values & LiveValues, problems: string[]): ServicesConfig {
  const file = values.GOOGLE_APPLICATION_CREDENTIALS
  const kinds = [values.STORE, values.FILES, values.LIVE]
  if (file && kinds.some((kind) => onGoogle.has(kind))) checkKeyFile(file, problems)
  return {
    store: readStore(values),
    files: readFiles(values, problems),
    live: readLive(values, problems),
  }
}
