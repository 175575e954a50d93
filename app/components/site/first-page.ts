import { useLocation } from '@remix-run/react'

/** The document's own location, as the router first saw it. */
let first: { key: string; address: string } | undefined

/** Whether the page is the one that the server rendered, and no navigation by script has led on. */
export function useIsFirstPage(): boolean {
  const { key, pathname, search } = useLocation()
  if (import.meta.env.SSR) return true
  const address = pathname + search
  first ??= { key, address }
  // The browser itself goes to a part of a page, also before it has hydrated: such entries have this key.
  return key === first.key || (key === 'default' && address === first.address)
}
