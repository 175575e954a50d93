import type { LoginProvider } from '../domain/identity/login-providers'
import type { AccountsKind } from '../domain/legal/account-sentences'
import { readLoginProviders } from './settings-providers.server'

export interface AccountsConfig {
  /** Who keeps the accounts and their passwords: this server, or Firebase Authentication. */
  accounts: AccountsKind
  /** By ACCOUNTS, rather than by FIREBASE_API_KEY. */
  accountsAreNamed: boolean
  /** Of Firebase Authentication, or its emulator; unused with accounts of our own. */
  identity: { apiKey: string; projectId: string; emulatorHost?: string }
  /** Of LOGIN_PROVIDERS; none with accounts at Firebase. */
  loginProviders: LoginProvider[]
}

interface Values {
  ACCOUNTS?: AccountsConfig['accounts']
  FIREBASE_API_KEY?: string
  FIREBASE_PROJECT_ID?: string
  FIREBASE_AUTH_EMULATOR_HOST?: string
  LOGIN_PROVIDERS?: string
  STORE: string
  FILES: string
  LIVE: string
}

/** Development stays on Firebase's emulator unless ACCOUNTS says otherwise. Adds what is wrong to `problems`. */
export function readAccounts(
  values: Values,
  development: boolean,
  problems: string[],
): AccountsConfig {
  const { FIREBASE_API_KEY: apiKey, FIREBASE_PROJECT_ID: projectId } = values
  const emulatorHost = values.FIREBASE_AUTH_EMULATOR_HOST
  const isFirebase = development || apiKey !== undefined || emulatorHost !== undefined
  const accounts = values.ACCOUNTS ?? (isFirebase ? 'firebase' : 'own')
  if (!development) problems.push(...problemsOf(accounts, values))
  const { LOGIN_PROVIDERS: file } = values
  if (file && accounts === 'firebase') {
    problems.push(
      'LOGIN_PROVIDERS: is for ACCOUNTS=own alone; take it out, and let the Firebase console name the providers',
    )
  }
  return {
    accounts,
    accountsAreNamed: values.ACCOUNTS !== undefined,
    identity: {
      apiKey: apiKey ?? 'demo-key',
      projectId: projectId ?? 'demo-tresen',
      emulatorHost: emulatorHost ?? (development ? '127.0.0.1:9099' : undefined),
    },
    loginProviders: file && accounts === 'own' ? readLoginProviders(file, problems) : [],
  }
}

function problemsOf(accounts: AccountsConfig['accounts'], values: Values): string[] {
  const { FIREBASE_API_KEY, FIREBASE_PROJECT_ID, FIREBASE_AUTH_EMULATOR_HOST } = values
  if (accounts === 'firebase') {
    return [
      FIREBASE_API_KEY
        ? ''
        : 'FIREBASE_API_KEY is missing: the web API key of the Firebase project; accounts without one: ACCOUNTS=own',
      FIREBASE_PROJECT_ID ? '' : 'FIREBASE_PROJECT_ID is missing: the id of the Firebase project',
    ].filter(Boolean)
  }
  const others = { FIREBASE_API_KEY, FIREBASE_AUTH_EMULATOR_HOST }
  const idle = Object.entries(others).flatMap(([name, value]) =>
    value ? `${name}: does nothing with ACCOUNTS=own; take one of the two out` : [],
  )
  // Google's store, files and live events have a project too.
  const needsProject =
    values.STORE === 'firestore' || values.FILES === 'gcs' || values.LIVE === 'rtdb'
  if (FIREBASE_PROJECT_ID && !values.ACCOUNTS && !needsProject) {
    idle.push(
      'FIREBASE_API_KEY is missing: FIREBASE_PROJECT_ID is set; without Firebase, take that out',
    )
  }
  return idle
}
