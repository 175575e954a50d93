import { pictureAddress, type SiteIdentity } from '~/domain/site/identity'
import { initialsOf } from '~/domain/text/initials'
import { Bell } from './icons'

/** The site's picture, else its first letters; a bell while it has no name. */
export function Mark({ site: { mark, named, name } }: { site: SiteIdentity }) {
  if (mark) return <img className="mark" src={pictureAddress(mark)} alt="" width="28" height="28" />
  if (!named) return <Bell />
  return (
    <span className="mark" aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** The address of the tab's icon: the same. */
export function siteIcon({ mark, named, name, look }: SiteIdentity): string {
  if (mark) return pictureAddress(mark)
  if (!named) return '/icon.svg'
  // Apostrophes and signs of markup would be longer still within an attribute.
  const letters = encodeURIComponent(initialsOf(name))
  return `data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 9 9%22%3E%3Crect width=%229%22 height=%229%22 fill=%22%23${look.light.slice(1)}%22/%3E%3Ctext x=%224.5%22 y=%226%22 text-anchor=%22middle%22 font-size=%224%22 fill=%22%23fff%22%3E${letters}%3C/text%3E%3C/svg%3E`
}
