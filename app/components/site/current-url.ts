import { useLocation } from '@remix-run/react'
import { useAtDesk } from '~/i18n/desk-address'

/** For the `action` of forms: w3m sends a form without one to the path alone, without query. */
export function useCurrentUrl(): string {
  const { pathname, search } = useLocation()
  return useAtDesk()(pathname + search)
}
