import { Link, type LinkProps } from '@remix-run/react'
import type { AnchorHTMLAttributes } from 'react'
import { localizedPath } from './addresses'
import { useAtDesk } from './desk-address'
import { useLanguage } from './language'

/** In the page's language, and at its desk where that matters; loads the whole page. */
export function LocalizedLink({
  to,
  ...rest
}: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  return <a href={useAtDesk()(localizedPath(to, useLanguage()))} {...rest} />
}

/** Between two pages of the dashboard, at the same desk and without a page load. */
export function AppLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  // The browser has the list of all routes.
  return <Link discover="none" to={useAtDesk()(localizedPath(to, useLanguage()))} {...rest} />
}
