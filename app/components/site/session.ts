import { useNavigation, useRouteLoaderData } from '@remix-run/react'
import type { ProviderInfo } from '~/domain/accounts/sessions'
import type { Notice } from '~/domain/forms/notices'

/** The user object as the browser sees it; `lastLoginAt` is an ISO time stamp. */
export interface SignedInUser {
  uid: string
  email: string
  displayName: string | null
  photoURL: string | null
  lastLoginAt: string
  providerData: ProviderInfo[]
}

/** What the root loader tells every page. */
export interface RootData {
  /** Scheme, host and port of absolute addresses. */
  origin: string
  user: SignedInUser | null
  /** What was done before this page came; `at` in milliseconds. */
  notice: { notice: Notice; at: number } | null
}

/** The session record. It comes from the cookie with every page, so no script has to wait for it. */
export interface SessionRecord {
  user: SignedInUser | null
  isAuthenticated: boolean
  /** False only where the page could not be told, such as on an error page. */
  authInitialized: boolean
  /** Whether a form or a page is under way; always false without scripts. */
  loading: boolean
  /** What went wrong with the session, as a sentence in the page's language. */
  error: string | null
}

export function useSession(error: string | null = null): SessionRecord {
  const data = useRouteLoaderData('root') as RootData | undefined
  const navigation = useNavigation()
  const user = data?.user ?? null
  return {
    user,
    isAuthenticated: user !== null,
    authInitialized: data !== undefined,
    loading: navigation.state !== 'idle',
    // A new attempt begins without the last one's error.
    error: navigation.state === 'submitting' ? null : error,
  }
}
