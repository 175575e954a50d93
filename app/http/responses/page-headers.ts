import type { HeadersFunction } from '@remix-run/node'

/** What its layout, its loader and its action say of a page: when to come again, among others. */
export const pageHeaders: HeadersFunction = ({ parentHeaders, loaderHeaders, actionHeaders }) => {
  const all = new Headers([...parentHeaders, ...loaderHeaders])
  for (const [name, value] of actionHeaders) all.set(name, value)
  return all
}

/** What somebody's alone is told to no other site and kept by no cache. */
export const confidential = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
}

/** The same for a page whose address is a secret: who has it may see the page. */
export const secretPageHeaders: HeadersFunction = (args) =>
  new Headers({ ...Object.fromEntries(new Headers(pageHeaders(args))), ...confidential })
