import { Link, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { localizedPath } from '~/i18n/addresses'
import { useAtDesk } from '~/i18n/desk-address'
import { useLanguage } from '~/i18n/language'

/** `path` is an SVG path in a square of 16. */
export function Icon({ path }: { path: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

/** Whether a page is the one at an address, or below it. */
export function isHere(pathname: string, address: string): boolean {
  return pathname === address || pathname.startsWith(`${address}/`)
}

export function RailLink({
  to,
  icon,
  end,
  children,
}: {
  to: string
  icon: string
  /** Whether pages below this one have links of their own. */
  end?: boolean
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const address = localizedPath(to, useLanguage())
  const atDesk = useAtDesk()
  const here = end ? pathname === address : isHere(pathname, address)
  return (
    <Link discover="none" to={atDesk(address)} aria-current={here ? 'page' : undefined}>
      <Icon path={icon} />
      {children}
    </Link>
  )
}
