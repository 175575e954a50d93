import type { AppLoadContext } from '@remix-run/node'
import { barePath } from '~/i18n/addresses'
import { forEverybody } from './page-headers'

/** Tildes of the longest address whose page is kept: each length takes a page's room. */
export const mostTildes = 39

/** The page for tildes is kept for all addresses that are as long, with the one asked for in its blank. */
export function missing({ url, blank }: AppLoadContext): Response {
  const drawn = barePath(url.pathname)
  const tildes = /^\/~+$/.test(drawn) && drawn.length <= mostTildes + 1
  if (tildes) blank((_cookie, address = drawn) => address)
  return new Response(null, { status: 404, headers: tildes ? forEverybody : {} })
}
