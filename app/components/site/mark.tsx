import type { SiteIdentity } from '~/domain/site/identity'
import { pictureAddress } from '~/domain/site/settings-store'
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
  const letters = initialsOf(name).replace(/[<&]/g, '')
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='${look.light}'/><text x='16' y='21' font-family='serif' font-size='15' text-anchor='middle' fill='#fff'>${letters}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg).replace(/%20/g, ' ').replace(/%3D/g, '=').replace(/%3A/g, ':').replace(/%2F/g, '/')}`
}
