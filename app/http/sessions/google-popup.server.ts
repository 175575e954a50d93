import type { Config } from '~/config.server'
import type { ForeignSources } from '../responses/content-policy.server'

/** What the script of the Google button is told; all of it is public. */
export interface PopupSettings {
  apiKey: string
  authDomain: string
  /** The official emulator's origin, in place of Google's. */
  emulator?: string
  /** A path of ours to go on to. */
  to: string
}

/** `to` must be a path of ours: it is followed without another look. */
export function popupSettings(identity: Config['identity'], to: string): PopupSettings {
  const { apiKey } = identity
  return { apiKey, authDomain: authDomain(identity), emulator: emulatorOf(identity), to }
}

/**
 * What a sign-in window of the Firebase browser SDK needs the page to allow. The SDK frames a page of the auth domain, by a script of Google's, and asks the identity service;
 * with the emulator that is all of the emulator's origin, but for the script.
 */
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
