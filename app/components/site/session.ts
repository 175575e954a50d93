import { useNavigation, useRouteLoaderData } from '@remix-run/react'
import type { ProviderInfo } from '~/domain/accounts/sessions'
import type { FormAnswer } from '~/domain/forms/forms'
import type { NoticeUndo } from '~/domain/forms/notices'
import { newIdentity, type SiteIdentity } from '~/domain/site/identity'
import { useServedPage } from './page'

/** `lastLoginAt` is an ISO time stamp. */
export interface SignedInUser {
  uid: string
  email: string
  displayName: string | null
  photoURL: string | null
  lastLoginAt: string
  providerData: ProviderInfo[]
}

export interface RootData {
  /** Scheme, host and port of absolute addresses. */
  origin: string
  user: SignedInUser | null
  /** The site's name and look; missing on error pages that are rendered in the browser. */
  site: SiteIdentity
  /** Who may open an account; owner: the one for whom the site's desk waits. */
  joinable?: 'everybody' | 'owner'
  cart: number
  /** The letters to accounts are ours, and there is no mail server. */
  sendsNoMail?: true
  /** There is no mail server, so that none of our letters leaves. */
  sendsNoLetters?: true
  /** `at` in milliseconds since 1970. */
  notice: { text: string; at: number; undo?: NoticeUndo /** On the page. */; stays?: true } | null
  /** What was typed on this page before its account had to sign in again. */
  unsent?: FormAnswer
}

/** Comes with every page, so no script waits for it. */
export interface SessionRecord {
  user: SignedInUser | null
  isAuthenticated: boolean
  /** False only where it is unknown, as on an error page. */
  authInitialized: boolean
  /** Whether navigating or submitting; always false without scripts. */
  loading: boolean
  error: string | null
}

/** Also on error pages that the server renders. */
export function useSite(): SiteIdentity {
  const data = useRouteLoaderData('root') as RootData | undefined
  const { site = newIdentity } = useServedPage()
  return data?.site ?? site
}

/** To whom the page may offer an account; error pages do not. */
export function useJoinable(): RootData['joinable'] {
  const data = useRouteLoaderData('root') as RootData | undefined
  return data?.joinable
}

/** Whether the site invites other businesses to have a counter of their own here. */
export function useOffersCounters(): boolean {
  const { offers } = useSite()
  return useJoinable() === 'everybody' && offers === true
}

/** Scheme, host and port of absolute addresses; empty on error pages. */
export function useOrigin(): string {
  const data = useRouteLoaderData('root') as RootData | undefined
  return data?.origin ?? ''
}

/** Whether nobody gets a letter to an account. */
export function useSendsNoMail(): boolean {
  const data = useRouteLoaderData('root') as RootData | undefined
  return data?.sendsNoMail ?? false
}

/** Whether customers and guests get no letter; those to accounts may come from elsewhere. */
export function useSendsNoLetters(): boolean {
  const data = useRouteLoaderData('root') as RootData | undefined
  return data?.sendsNoLetters ?? false
}

export function useCartCount(): number {
  const data = useRouteLoaderData('root') as RootData | undefined
  return data?.cart ?? 0
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
    // A new attempt clears the last error.
    error: navigation.state === 'submitting' ? null : error,
  }
}
