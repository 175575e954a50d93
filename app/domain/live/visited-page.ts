import { nameLine } from '../text/single-line'
import { parseUrl } from '../text/urls'

/** A page that a visitor looks at, as their browser says: nothing of it is proven but its site. */
export interface VisitedPage {
  title: string
  /** Absolute, on a site of the desk's. */
  address: string
  /** The address as it is shown: of the site's own pages without the host. */
  shown: string
}

/** Characters. */
export const longestTitle = 120
/** Characters. */
export const longestPath = 200

/** Where a desk's visitors are: our own site, if the desk runs it, and those on which its chat may be. */
export interface Sites {
  own?: string
  others: readonly string[]
}

/** Undefined for an address that is on none of the sites; a path alone is on our own. */
export function visitedPage(address: string, title: string, sites: Sites): VisitedPage | undefined {
  const url = parseUrl(address, sites.own)
  // A blob: has the origin of the page that made it, and an address of its own behind that.
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const isOwn = url.origin === sites.own
  if (!isOwn && !sites.others.includes(url.origin)) return undefined
  const path = withoutKeys(url.pathname) + (isOwn ? productIn(url.searchParams) : '')
  return {
    title: [...nameLine(title)].slice(0, longestTitle).join('').trim(),
    address: url.origin + path,
    shown: nameLine(isOwn ? decoded(path) : url.host + decoded(path)),
  }
}

export function isSamePage(one: VisitedPage | undefined, other: VisitedPage | undefined): boolean {
  return one?.address === other?.address && one?.title === other?.title
}

/** The path up to a part that may be a key, such as a link to an account's page, or is too long. */
function withoutKeys(path: string): string {
  const parts = path.split('/')
  let length = 0
  const end = parts.findIndex((part) => {
    length += part.length + 1
    return length > longestPath || isKey(part)
  })
  return end < 0 ? path : `${parts.slice(0, end).join('/')}/`
}

function isKey(part: string): boolean {
  const plain = decoded(part)
  if (/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.test(plain)) return true
  return (plain.match(/\w{16,}/g) ?? []).some((run) => /\d/.test(run) || /[a-z][A-Z]/.test(run))
}

/** Of our own queries, which may be keys of conversations and orders, the one that names a product. */
function productIn(query: URLSearchParams): string {
  const item = query.get('item') ?? ''
  return /^[\w-]{1,80}$/.test(item) ? `?item=${item}` : ''
}

/** As people read it; as it came where it cannot be decoded. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
