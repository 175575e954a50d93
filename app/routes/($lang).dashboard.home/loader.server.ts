import { createHash } from 'node:crypto'
import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import type { GuideStep } from '~/domain/desks/guide'
import { lacksPlanChapter } from '~/domain/legal/plan-chapter'
import { homeParts } from '~/domain/site/home'
import type { SiteIdentity } from '~/domain/site/identity'
import type { HomePart, SiteSettings } from '~/domain/site/settings'
import { nextAfter } from '~/http/desks/guide.server'
import { requireSiteManager } from '~/http/sessions/access.server'
import type { NextStep } from '~/http/shop/next-step.server'
import { readView, stepsOf, type View } from './address'

export interface HomeRoom {
  view: View
  site: SiteIdentity
  /** The desk's; empty until it has one. */
  deskName: string
  parts: HomePart[]
  chosen?: HomePart
  seen: string
  /** For other businesses; absent where nobody can sign up. */
  offers?: { decided: boolean; on: boolean; lacksChapter: boolean }
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
  const [next, offers] = await Promise.all([
    nextAfter(stepsAt(view, settings), own, context),
    context.config.signup === 'open' ? offersOf(settings, context) : undefined,
  ])
  const deskName = own.desk.name
  const page: HomeRoom = { view, site, deskName, parts, chosen, seen, offers, next }
  return data(page, { status: view.at === 'unknown' ? 404 : 200 })
}

/** The steps of the guide that are done here: the question whether it offers counters stands there, too. */
function stepsAt(view: View, { offers }: SiteSettings): GuideStep[] {
  if (view.at === 'part') return stepsOf(view.name)
  return offers === undefined ? ['home'] : ['home', 'offers']
}

/** Changes with its texts; its picture has a form of its own. */
export function markOf({ title, text, questions }: HomePart): string {
  return createHash('sha256')
    .update(JSON.stringify([title, text, questions]))
    .digest('base64url')
    .slice(0, 22)
}

async function offersOf({ offers }: SiteSettings, { services }: AppLoadContext) {
  const { details } = await services.legal.written()
  return {
    decided: offers !== undefined,
    on: offers === true,
    lacksChapter: lacksPlanChapter(details),
  }
}
