export type LiveConfig =
  | { kind: 'process' }
  | {
      kind: 'rtdb'
      /** https://NAME.firebaseio.com or https://NAME.REGION.firebasedatabase.app */
      url: string
      keyFile?: string
      emulatorHost?: string
    }

export interface LiveValues {
  LIVE: LiveConfig['kind']
  FIREBASE_PROJECT_ID?: string
  FIREBASE_DATABASE_URL?: string
  FIREBASE_DATABASE_EMULATOR_HOST?: string
  GOOGLE_APPLICATION_CREDENTIALS?: string
}

const databaseUrl = /^https:\/\/[a-z0-9-]+\.(firebaseio\.com|[a-z0-9-]+\.firebasedatabase\.app)\/?$/

/** Adds what is wrong with the address to `problems`. */
export function readLive(values: LiveValues, problems: string[]): LiveConfig {
  if (values.LIVE === 'process') return { kind: 'process' }
  const emulatorHost = values.FIREBASE_DATABASE_EMULATOR_HOST
  const url =
    values.FIREBASE_DATABASE_URL ??
    (emulatorHost &&
      `https://${values.FIREBASE_PROJECT_ID ?? 'demo-tresen'}-default-rtdb.firebaseio.com`)
  if (!url) {
    problems.push('FIREBASE_DATABASE_URL is missing: LIVE=rtdb, and the console shows its address')
  } else if (!databaseUrl.test(url)) {
    problems.push(
      'FIREBASE_DATABASE_URL: must look like https://NAME.firebaseio.com or https://NAME.REGION.firebasedatabase.app',
    )
  }
  return {
    kind: 'rtdb',
    url: url ?? '',
    keyFile: values.GOOGLE_APPLICATION_CREDENTIALS,
    emulatorHost,
  }
}
