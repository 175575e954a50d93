import type { Config } from '~/config'
import type { ForeignSources } from '../responses/content-policy.server'

export interface PopupSettings {
  apiKey: string
  authDomain: string
  /** The official emulator's origin, if it replaces Google. */
  emulator?: string
  to: string
}

/** Undefined with accounts of our own. `to` must be a path of this site: it is followed unchecked. */
export function popupSettings(
  { accounts, identity }: Pick<Config, 'accounts' | 'identity'>,
  to: string,
): PopupSettings | undefined {
  if (accounts === 'own') return undefined
  const { apiKey } = identity
  return { apiKey, authDomain: authDomain(identity), emulator: emulatorOf(identity), to }
}

/** It frames a page of the auth domain by a Google script, and calls the identity service. */
export function popupSources(identity: Config['identity']): ForeignSources {
  const emulator = emulatorOf(identity)
  return {
    scripts: ['https://apis.google.com'],
    connections: emulator
      ? [emulator]
      : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
    frames: [emulator ?? `https://${authDomain(identity)}`],
  }
}

function authDomain({ projectId }: Config['identity']): string {
  return `${projectId}.firebaseapp.com`
}

function emulatorOf({ emulatorHost }: Config['identity']): string | undefined {
  return emulatorHost && `http://${emulatorHost}`
}
