import { createHash } from 'node:crypto'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { homeParts } from '~/domain/site/home'
import type { SiteIdentity } from '~/domain/site/identity'
import type { HomePart } from '~/domain/site/settings'
import { requireSiteManager } from '~/http/sessions/access.server'
import { readView, type View } from './address'

export interface HomeRoom {
  view: View
  site: SiteIdentity
  /** The desk's; empty until it has one. */
  deskName: string
  parts: HomePart[]
  chosen?: HomePart
  seen: string
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { desk } = await requireSiteManager(context)
  const view = readView(context.url.searchParams)
  const [settings, site] = await Promise.all([context.services.site.read(), context.siteIdentity()])
  const parts = homeParts(settings)
  const chosen = view.at === 'part' ? parts.find(({ name }) => name === view.name) : undefined
  const seen = chosen ? markOf(chosen) : ''
  const page: HomeRoom = { view, site, deskName: desk.name, parts, chosen, seen }
  return data(page, { status: view.at === 'unknown' ? 404 : 200 })
}

/** Changes with its texts; its picture has a form of its own. */
export function markOf({ title, text, questions }: HomePart): string {
  return createHash('sha256')
    .update(JSON.stringify([title, text, questions]))
    .digest('base64url')
    .slice(0, 22)
}
