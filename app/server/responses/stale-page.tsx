import { renderToStaticMarkup } from 'react-dom/server'
import { translations } from '~/i18n/translation.server'
import type { Visit } from '../arrival/visit'
import type { Answer } from './answer'
import { compressedFor } from './compression'
import { mayUseCache } from './page-cache'

/**
 * How to respond with the page as it was last, while the store is away; undefined where it was not cached
 * in the last hour. A line of the page says so.
 */
export function stalePage({
  request,
  context,
  path,
  query,
  language,
}: Visit): (() => Promise<Answer>) | undefined {
  const answer = mayUseCache(request.method, request.headers)
    ? context.pageCache.findStale(path + query)
    : undefined
  if (!answer) return undefined
  return () => {
    const { t } = translations(language)
    const line = renderToStaticMarkup(<p className="banner">{t('refusal:stale')}</p>)
    const html = answer.body.toString().replace(/<main\b[^>]*>/, (main) => main + line)
    return compressedFor(request.headers, { ...answer, body: Buffer.from(html) })
  }
}
