import { useLocation } from '@remix-run/react'

/**
 * The page's own path and query, for its forms to name: where a form names nothing, some text browsers
 * (w3m) send it to the path alone.
 */
export function useCurrentUrl(): string {
  const { pathname, search } = useLocation()
  return pathname + search
}
