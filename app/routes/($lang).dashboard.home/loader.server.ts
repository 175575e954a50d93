import { createHash } from 'node:crypto'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { homeParts } from '~/domain/site/home'
import type { SiteIdentity } from '~/domain/site/identity'
import type { HomePart } from '~/domain/site/settings'
import { nextAfter } from '~/http/desks/guide.server'
import { requireSiteManager } from '~/http/sessions/access.server'
import type { NextStep } from '~/http/shop/next-step.server'
import { readView, type View } from './address'

export interface HomeRoom {
  view: View
  site: SiteIdentity
  /** The desk's; empty until it has one. */
  deskName: string
  parts: HomePart[]
  chosen?: HomePart
  seen: string
  /** The way on, while the desk is being set up. */
  next?: NextStep
}

export async function loader({ context }: LoaderFunctionArgs) {
  const own = await requireSiteManager(context)
  const view = readView(context.url.searchParams)
  const [settings, site] = await Promise.all([context.services.site.read(), context.siteIdentity()])
  const parts = homeParts(settings)
  const chosen = view.at === 'part' ? parts.find(({ name }) => name === view.name) : undefined
  const seen = chosen ? markOf(chosen) : ''
  const next = await nextAfter(['home'], own, context)
  const page: HomeRoom = { view, site, deskName: own.desk.name, parts, chosen, seen, next }
  return data(page, { status: view.at === 'unknown' ? 404 : 200 })
}

/** Changes with its texts; its picture has a form of its own. */
export function markOf({ title, text, questions }: HomePart): string {
  return createHash('sha256')
    .update(JSON.stringify([title, text, questions]))
    .digest('base64url')
    .slice(0, 22)
}
