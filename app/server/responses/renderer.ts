import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import { isPageHandle } from '~/components/site/page'
import { barePath } from '~/i18n/addresses'
import { actionFirst } from './action-first'

export interface Renderer {
  (request: Request, context: AppLoadContext): Promise<Response>
  /** Returns whether a path without a language belongs to a page; development has no such list. */
  knows?: (path: string) => boolean
}

const unknown = '/*'

/** Where a page that hydrates asks for routes that it does not know yet. */
const discovery = '/__manifest'

/**
 * Renders each page with its own routes alone: Remix matches an address against all routes, several
 * times a request, which can take as long as the page itself. The manifest of a page that hydrates
 * describes the pages above it, too; it asks for all others when it needs them.
 */
export function createRenderer(build: ServerBuild): Renderer {
  const branches = branchesOf(build.routes)
  const renderers = new Map<string, Renderer>([[discovery, actionFirst(build, '')]])
  for (const [path, branch] of branches) {
    const above = hydrates(build.routes, branch) ? ancestors(path) : []
    const ids = [branch, ...above.map((each) => branches.get(each) ?? [])].flat()
    renderers.set(path, actionFirst(only(build, ids), branch.at(-1) ?? ''))
  }
  const otherwise = renderers.get(unknown)
  if (!otherwise) throw new Error('No route is for unknown addresses.')
  const render: Renderer = (request, context) =>
    (renderers.get(pathOf(context.url)) ?? otherwise)(request, context)
  return Object.assign(render, { knows: (path: string) => renderers.has(path.toLowerCase()) })
}

type Routes = ServerBuild['routes']

/** The ids of each page's routes, by its path without a language. */
function branchesOf(routes: Routes): Map<string, string[]> {
  const all = Object.values(routes)
  const pages = all.filter(({ id }) => !all.some(({ parentId }) => parentId === id))
  return new Map(
    pages.map(({ id }) => {
      const branch = branchOf(routes, id)
      return [`/${branch.flatMap((each) => pathWithin(routes, each)).join('/')}`, branch]
    }),
  )
}

function hydrates(routes: Routes, branch: string[]): boolean {
  const handle = routes[branch.at(-1) ?? '']?.module.handle
  return isPageHandle(handle) && handle.ships === 'app'
}

/** `/a/b/c` → `/`, `/a`, `/a/b`. */
function ancestors(path: string): string[] {
  const parts = path.split('/').slice(1, -1)
  return ['/', ...parts.map((_, last) => `/${parts.slice(0, last + 1).join('/')}`)]
}

/** The ids of a route and its parents, outermost first. */
function branchOf(routes: Routes, id: string): string[] {
  const parent = routes[id]?.parentId
  return parent === undefined ? [id] : [...branchOf(routes, parent), id]
}

/** The part of the address that a route adds, without the language; the root adds nothing. */
function pathWithin(routes: Routes, id: string): string[] {
  const path = routes[id]?.path
  return !path || path === ':lang?' ? [] : [path]
}

function only(build: ServerBuild, ids: string[]): ServerBuild {
  const among = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)))
  const assets = { ...build.assets, routes: among(build.assets.routes) }
  return { ...build, routes: among(build.routes), assets }
}

/** The page's address decoded and in lower case, as Remix matches it. */
function pathOf({ pathname }: URL): string {
  return barePath(decoded(pathname)).toLowerCase()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
