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
  language: string
}

/** By the Firebase SDK, whose errors it throws. Stores nothing: the session is the server's. */
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
