import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { isPageHandle } from '~/components/site/page'
import { parseUrl } from '~/domain/text/urls'
import { languageOfPath } from '~/i18n/addresses'
import { movedTo } from '../arrival/moved'

/** As Remix's request handler. */
export type Render = (request: Request, context: AppLoadContext) => Promise<Response>

/**
 * Remix's request handler, which also decides whether a navigation may go on by script: only from one
 * page of the app to another in the same language. Any other page is a document of its own, and the
 * browser has neither its words nor its style.
 */
export function createRender(build: ServerBuild, mode: 'production' | 'development'): Render {
  const handle = createRequestHandler(build, mode)
  const routes = routesBelow(build.routes)
  const hydrates = (path: string) =>
    matchRoutes(routes, path)
      ?.map(({ route }) => route.handle)
      .findLast(isPageHandle)?.scripts === 'react'
  return (request, context) => {
    context.byScript = new URL(request.url).pathname.endsWith('.data')
    const { pathname, search } = context.url
    const isRead = context.byScript && request.method === 'GET'
    const isApp =
      hydrates(pathname) &&
      isLanguageOf(request.headers.get('Referer'), pathname) &&
      movedTo(pathname, search) === undefined
    context.needsDocument = isRead && !isApp
    return handle(request, context)
  }
}

type Routes = ServerBuild['routes']
type RouteObject = Parameters<typeof matchRoutes>[0][number]

function routesBelow(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, module: { handle } }) =>
      index ? { id, path, index, handle } : { id, path, handle, children: routesBelow(routes, id) },
    )
}

/** Whether the page that asks, by its address, has the language of the path. A browser may hide it. */
function isLanguageOf(referer: string | null, path: string): boolean {
  const from = referer && parseUrl(referer)
  if (!from) return true
  return languageOfPath(from.pathname) === languageOfPath(path)
}
