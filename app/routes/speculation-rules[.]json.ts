import { languages } from '~/domain/text/languages'
import { listedPages } from '~/http/links/sitemaps'
import { localizedPath } from '~/i18n/addresses'

/**
 * The links that a browser may prefetch when a pointer rests on them: pages that search engines may
 * list, without a query. None is personal or changes anything. Source: HTML Standard, 7.6
 * (speculative loading).
 */
const pages = listedPages.flatMap((page) => languages.map((each) => localizedPath(page, each)))

const rules = {
  prefetch: [
    {
      source: 'document',
      where: { href_matches: pages.map((pathname) => ({ pathname, search: '' })) },
      eagerness: 'moderate',
    },
  ],
}

/** Documents name it in their `Speculation-Rules` header. */
export function loader() {
  return new Response(JSON.stringify(rules), {
    headers: {
      'Content-Type': 'application/speculationrules+json',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}
