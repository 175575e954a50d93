import { useLocation } from '@remix-run/react'
import type { Language } from '~/domain/text/languages'
import { localizedPath, withQuery } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'

type SignInPage = '/login' | '/signup' | '/verify-email'

/** Keeps what the page's own address leads to. */
export function useSignInLink(way: SignInPage, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(useLocation().search)
  const onward = [...search].filter(([name]) => ['redirect', 'invitation', 'setup'].includes(name))
  return address(way, { ...query, ...Object.fromEntries(onward) }, useLanguage())
}

/** A sign-in page's address that then leads to this path, given without language. */
export function useSignInLinkTo(way: SignInPage, path: string): string {
  const language = useLanguage()
  return address(way, { redirect: localizedPath(path, language) }, language)
}

function address(way: SignInPage, query: Record<string, string>, language: Language): string {
  const search = new URLSearchParams(query)
  return localizedPath(withQuery(way, search), language)
}
