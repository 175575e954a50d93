import type { HeadersFunction } from '@remix-run/node'

export const pageHeaders: HeadersFunction = ({ parentHeaders, loaderHeaders, actionHeaders }) => {
  const all = new Headers([...parentHeaders, ...loaderHeaders])
  for (const [name, value] of actionHeaders) all.set(name, value)
  return all
}

/** The same for everybody without a session: the server may keep it. */
export const forEverybody = { 'Surrogate-Control': 'max-age=30' }

/**
 * The same for a page that shows the hours, the shelf, its stock or legal texts: every process shows a change
 * within ten seconds, two of which a changed file may go unread.
 */
export const forEverybodyBriefly = { 'Surrogate-Control': 'max-age=5' }

/**
 * For a form that shows nothing of anybody: the browser may keep it, so that Back brings it with its key, and
 * sent again it adds nothing. It posts to an address of its own: of the address that a form posts to, the
 * browser discards what it kept (RFC 9111, section 4.4).
 */
export const keptForBack = { 'Cache-Control': 'private, no-cache' }

export const confidential = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
}

/** For an address that is a secret: never in a referrer, nor in a cache that the loader does not allow. */
export const secretPageHeaders: HeadersFunction = (args) => {
  const all = new Headers(pageHeaders(args))
  for (const [name, value] of Object.entries(confidential)) if (!all.has(name)) all.set(name, value)
  return all
}
