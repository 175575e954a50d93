import { useLocation } from '@remix-run/react'

/** The state of a navigation to a ticket that nobody pressed. */
export const unasked = 'unasked'

/** The key of that navigation; undefined on a page that somebody asked for. */
export function useUnasked(): string | undefined {
  const { state, key } = useLocation()
  return state === unasked ? key : undefined
}
