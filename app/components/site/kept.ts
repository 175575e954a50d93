import { type Location, useLocation } from '@remix-run/react'
import { useState } from 'react'

/** The state of a location at which a page is read again: the key of the one that it replaces. */
export interface ReadAgain {
  readAgain: string
}

/**
 * Keeps what comes once with a page, such as the answer to its form: the router drops it as soon as the
 * page's data is read again. A press and a link end it; a browser's own step to a part of the page does not.
 */
export function useKept<Given>(given: Given | undefined): Given | undefined {
  const location = useLocation()
  const [last, setLast] = useState({ given, location })
  const kept = given ?? (isSamePage(last.location, location) ? last.given : undefined)
  if (last.given !== kept || last.location !== location) setLast({ given: kept, location })
  return kept
}

/** Browsers go to a part of a page by themselves, also before it has hydrated: such entries have one key. */
export function isSamePage(before: Location, { key, pathname, search, state }: Location): boolean {
  const { readAgain = key } = (state ?? {}) as Partial<ReadAgain>
  if (before.key === readAgain) return true
  return key === 'default' && before.pathname === pathname && before.search === search
}
