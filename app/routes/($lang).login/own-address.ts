import { useLocation } from '@remix-run/react'

/** An address of this page in its language; it keeps where sign-in leads, if that was asked for. */
export function useLoginAddress(query: Record<string, string> = {}): string {
  const { pathname, search } = useLocation()
  const wanted = new URLSearchParams(search).get('redirect')
  const own = new URLSearchParams(wanted === null ? query : { ...query, redirect: wanted })
  return own.size > 0 ? `${pathname}?${own}` : pathname
}
