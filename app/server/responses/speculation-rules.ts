import { languages } from '~/domain/text/languages'
import { listedPages } from '~/http/links/sitemaps'
import { localizedPath } from '~/i18n/addresses'
import type { Visit } from '../arrival/visit'
import { createRepresentation } from './representation'
import { send } from './send'

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

const representation = createRepresentation(
  {
    'content-type': 'application/speculationrules+json',
    'cache-control': 'public, max-age=3600',
  },
  Buffer.from(JSON.stringify(rules)),
)

/** `/speculation-rules.json`, which documents name in their `Speculation-Rules` header. */
export async function handleSpeculationRules(visit: Visit) {
  if (visit.request.method !== 'GET' && visit.request.method !== 'HEAD') {
    return send(visit, { status: 405, headers: { allow: 'GET, HEAD' } })
  }
  send(visit, await representation.answer(visit.request.headers))
}
