import { type Location, useLocation } from '@remix-run/react'
import { isSamePage } from './kept'

/** The document's own location, as the router first saw it. */
let first: Location | undefined

/** Whether the page is the one that the server rendered, and no navigation by script has led on. */
export function useIsFirstPage(): boolean {
  const location = useLocation()
  if (import.meta.env.SSR) return true
  first ??= location
  return isSamePage(first, location)
}
