import { Link, type LinkProps } from '@remix-run/react'
import type { AnchorHTMLAttributes } from 'react'
import { localizedPath } from './addresses'
import { useLanguage } from './language'

/** In the page's language; loads the whole page. */
export function LocalizedLink({
  to,
  ...rest
}: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  return <a href={localizedPath(to, useLanguage())} {...rest} />
}

/** Between two pages of an app, without a page load. */
export function AppLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  return <Link to={localizedPath(to, useLanguage())} {...rest} />
}
