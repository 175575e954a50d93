import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { deskParameter, withDesk } from './addresses'

/** The desk of a page of the dashboard, as its layout loads it. */
interface AtDesk {
  /** The public key by which the page's addresses name the desk, for an account that has several. */
  named?: string
  /** The mark of its forms, which begins with the desk's id. */
  account: string
}

function useDeskOfPage(): AtDesk | undefined {
  return useRouteLoaderData('routes/($lang).dashboard') as AtDesk | undefined
}

/** The public key by which this page's addresses name its desk; undefined where they need not. */
export function useNamedDesk(): string | undefined {
  return useDeskOfPage()?.named
}

/**
 * The id of this page's desk, for what its scripts report and hear: the account may have another desk by
 * then, though the page is of the time when it had one.
 */
export function useOwnDesk(): string | undefined {
  return useDeskOfPage()?.account.split('.', 1)[0]
}

/** Makes an address, with its language, lead to the page's own desk. */
export function useAtDesk(): (address: string) => string {
  const key = useNamedDesk()
  return (address) => withDesk(address, key)
}

/** For a page outside the dashboard that shows the desk named by its own address. */
export function useAskedDesk(): string | null {
  return new URLSearchParams(useLocation().search).get(deskParameter)
}
