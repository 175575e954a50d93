import { initializeApp } from 'firebase/app'
import {
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithPopup,
} from 'firebase/auth'

interface Setting {
  apiKey: string
  authDomain: string
  emulator?: string
  /** In which Google's window speaks. */
  language: string
}

/**
 * Signs in with Google in a window of its own, by the Firebase browser SDK. Throws its errors, whose
 * `code` is a client code of the catalogue behind "auth/". The SDK keeps nothing in the browser: the
 * session is the server's.
 */
export async function signIn({ apiKey, authDomain, emulator, language }: Setting) {
  const auth = initializeAuth(initializeApp({ apiKey, authDomain }), {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true })
  auth.languageCode = language
  const { user } = await signInWithPopup(auth, new GoogleAuthProvider())
  const { uid, refreshToken } = user
  return { uid, refreshToken, idToken: await user.getIdToken() }
}
