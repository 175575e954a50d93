import type { AppLoadContext } from '@remix-run/node'
import { isOnShelf } from '../../domain/shop/shelf'
import { defaultLanguage, type Language, languages } from '../../domain/text/languages'
import { alternates, localizedPath } from '../../i18n/addresses'
import { takesBusinesses } from '../sessions/signup.server'
import { readShopState } from '../shop/opening.server'

/** Bare paths that search engines may always list. */
export const listedPages = ['/', '/chat', '/login', '/signup']

async function pagesNow(context: AppLoadContext): Promise<string[]> {
  const { services, now } = context
  const takes = await takesBusinesses(context)
  const pages = listedPages.filter((page) => page !== '/signup' || takes)
  if ((await readShopState(context)).kind === 'closed') return pages
  const { products } = await services.catalogue.read(now())
  const shown = products.filter((product) => !product.hidden && isOnShelf(product))
  return [...pages, '/shop', ...shown.map(({ id }) => `/shop?item=${id}`)]
}

/** Pages with their alternates. Source: sitemaps.org protocol 0.9, Google's localized versions. */
export async function sitemap(
  context: AppLoadContext,
  shown: readonly Language[],
): Promise<string> {
  const origin = context.config.publicOrigin
  const urls = (await pagesNow(context)).flatMap((page) =>
    shown.map((language) => {
      const links = [
        ...alternates(page, origin).map(({ language: lang, href }) => link(lang, href)),
        link('x-default', origin + localizedPath(page, defaultLanguage)),
      ]
      const address = origin + localizedPath(page, language)
      return `  <url>\n    <loc>${escaped(address)}</loc>\n${links.join('')}  </url>\n`
    }),
  )
  return `${declaration}<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('')}</urlset>\n`
}

export function sitemapIndex(origin: string): string {
  const maps = languages.map(
    (language) =>
      `  <sitemap>\n    <loc>${escaped(`${origin}/${language}-sitemap.xml`)}</loc>\n  </sitemap>\n`,
  )
  return `${declaration}<sitemapindex xmlns="${namespace}">\n${maps.join('')}</sitemapindex>\n`
}

/** The same for everybody for an hour. */
export const forCrawlers = { headers: { 'Cache-Control': 'public, max-age=3600' } }

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function link(hreflang: string, href: string): string {
  return `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${escaped(href)}"/>\n`
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}
