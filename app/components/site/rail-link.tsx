import { NavLink } from '@remix-run/react'
import type { ReactNode } from 'react'
import { localizedPath } from '~/i18n/addresses'
import { useLanguage } from '~/i18n/language'

/** A room in the desk's rail: a small drawing, a path in a square of 16, and its word. */
export function RailLink({
  to,
  icon,
  end,
  children,
}: {
  to: string
  icon: string
  /** Whether the rooms below this one have places of their own. */
  end?: boolean
  children: ReactNode
}) {
  return (
    <NavLink to={localizedPath(to, useLanguage())} end={end}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={icon} />
      </svg>
      {children}
    </NavLink>
  )
}
