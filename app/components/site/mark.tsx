import type { SiteIdentity } from '~/domain/site/identity'
import { Bell } from './icons'

/** The site's picture, else its first letters; a bell while it has no name. */
export function Mark({ site: { mark, letters } }: { site: SiteIdentity }) {
  if (mark) return <img className="mark" src={mark} alt="" width="28" height="28" />
  if (!letters) return <Bell />
  return (
    <>
      <span className="mark" aria-hidden="true">
        {letters}
      </span>{' '}
    </>
  )
}
