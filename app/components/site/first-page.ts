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

const lateParts: (() => Promise<unknown>)[] = []

/** The first page hydrates once this part of it has loaded, too. It begins to when the document is there. */
export function hydrateAfter(load: () => Promise<unknown>) {
  lateParts.push(load)
}

/** Resolves also where one did not load: its error shows in its place. */
export const latePartsLoaded = () => Promise.allSettled(lateParts.map((load) => load()))
