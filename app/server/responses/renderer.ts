import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node'
import { isPageHandle } from '~/components/site/page'
import { barePath } from '~/i18n/addresses'

export type Renderer = (request: Request, context: AppLoadContext) => Promise<Response>

const unknown = '/*'

/** Where a page that hydrates asks for routes that it does not know yet. */
const discovery = '/__manifest'

/**
 * Renders each page with its own routes alone: Remix matches an address against all routes, several
 * times a request, which can take as long as the page itself. A page that hydrates gets all of
 * them, since its manifest describes the others.
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

/** The ids of a route and its parents, outermost first. */
function branchOf(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId
  return parent === undefined ? [id] : [...branchOf(routes, parent), id]
}

/** The part of the address that a route adds, without the language. */
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

/** The page's address in lower case, without the ending of its data. */
function pathOf({ url }: Request): string {
  const path = new URL(url).pathname.replace(/\.data$/, '')
  return barePath(path === '/_root' ? '/' : path).toLowerCase()
}
