import { Link, type LinkProps } from '@remix-run/react'
import type { AnchorHTMLAttributes } from 'react'
import { localizedPath } from './addresses'
import { useLanguage } from './language'

/** A plain link to a page of ours, in the language of this one: a full page load. */
export function LocalizedLink({
  to,
  ...rest
}: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>) {
  return <a href={localizedPath(to, useLanguage())} {...rest} />
}

/** The same between two pages of an app, where scripts may swap the page without loading it. */
export function AppLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  return <Link to={localizedPath(to, useLanguage())} {...rest} />
}
