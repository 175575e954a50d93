import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node'
import { isPageHandle } from '~/components/site/page'
import { barePath } from '~/i18n/addresses'

/** Renders a page: what Remix makes of a build. */
export type Renderer = (request: Request, context: AppLoadContext) => Promise<Response>

/** The address of the route for what no other route knows. */
const unknown = '/*'

/** Where a page that hydrates asks for routes that it was not told of. */
const discovery = '/__manifest'

/**
 * Renders each page by its own routes alone: Remix compares an address with all routes that it was
 * given, several times a request, which can take as long as the page itself. A page that hydrates gets
 * all of them, as it tells the browser of those beside it.
 */
export function createRenderer(build: ServerBuild): Renderer {
  const whole = createRequestHandler(build, 'production')
  const renderers = new Map<string, Renderer>([[discovery, whole]])
  const routes = Object.values(build.routes)
  for (const { id, module } of routes) {
    if (routes.some(({ parentId }) => parentId === id)) continue
    const branch = branchOf(build.routes, id)
    const path = branch.flatMap((each) => pathWithin(build.routes, each)).join('/')
    const hydrates = isPageHandle(module.handle) && module.handle.ships === 'app'
    const render = hydrates ? whole : createRequestHandler(only(build, branch), 'production')
    renderers.set(`/${path}`, render)
  }
  const otherwise = renderers.get(unknown) ?? whole
  return (request, context) => (renderers.get(pathOf(request)) ?? otherwise)(request, context)
}

type Routes = ServerBuild['routes']

/** The ids of a route and of those around it, the outermost first. */
function branchOf(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId
  return parent === undefined ? [id] : [...branchOf(routes, parent), id]
}

/** The part of the address that a route adds; the language is in none of them. */
function pathWithin(routes: Routes, id: string): string[] {
  const path = routes[id]?.path
  return path === undefined || path === ':lang?' ? [] : [path]
}

function only(build: ServerBuild, ids: string[]): ServerBuild {
  const among = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)))
  const assets = { ...build.assets, routes: among(build.assets.routes) }
  return { ...build, routes: among(build.routes), assets }
}

/** The page's address as routes have it, without regard to case; its data alone has an ending. */
function pathOf({ url }: Request): string {
  const path = new URL(url).pathname.replace(/\.data$/, '')
  return barePath(path === '/_root' ? '/' : path).toLowerCase()
}
