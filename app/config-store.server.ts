import { checkKeyFile } from './config-files.server'

export type StoreConfig =
  | { kind: 'sqlite' }
  | {
      kind: 'firestore'
      projectId: string
      databaseId?: string
      keyFile?: string
      /** host:port */
      emulatorHost?: string
    }

interface Values {
  STORE: StoreConfig['kind']
  FIREBASE_PROJECT_ID?: string
  FIRESTORE_DATABASE?: string
  FIRESTORE_EMULATOR_HOST?: string
  GOOGLE_APPLICATION_CREDENTIALS?: string
}

/** Adds what is wrong with the key file to `problems`. */
export function readStore(values: Values, problems: string[]): StoreConfig {
  if (values.STORE === 'sqlite') return { kind: 'sqlite' }
  const keyFile = values.GOOGLE_APPLICATION_CREDENTIALS
  if (keyFile) checkKeyFile(keyFile, problems)
  return {
    kind: 'firestore',
    projectId: values.FIREBASE_PROJECT_ID ?? 'demo-tresen',
    databaseId: values.FIRESTORE_DATABASE,
    keyFile,
    emulatorHost: values.FIRESTORE_EMULATOR_HOST,
  }
}
