import { useLocation } from '@remix-run/react'

/** The key of the browser's history entry when the document came: each navigation has another. */
const firstKey: string = globalThis.history?.state?.key ?? 'default'

/** Whether the page is the one that the server rendered, and no navigation by script has led on. */
export function useIsFirstPage(): boolean {
  const { key } = useLocation()
  return import.meta.env.SSR || key === firstKey
}
