import type { AppLoadContext } from '@remix-run/node'
import {
  type GuideStep,
  guideOf,
  guideSteps,
  isComplete,
  nextInGuide,
  type SiteSteps,
} from '~/domain/desks/guide'
import { showsPicture, showsWords } from '~/domain/site/home'
import { type OwnDesk, runsShop, willRunShop } from '~/http/sessions/access.server'
import { type NextStep, readShopSteps } from '~/http/shop/next-step.server'
import { translations } from '~/i18n/translation.server'
import { chatPath } from './chat-path.server'
import { guideAddresses } from './guide-address'
import { ticketCounts } from './ticket-counts.server'

/** The guide of a manager's desk, and how far the shop is. */
export async function readGuide(own: OwnDesk, context: AppLoadContext) {
  const { desk, member } = own
  // Setting up is for managers, as are plans.
  if (member.kind !== 'manager' || desk.guideAwayAt) {
    return { guide: undefined, shop: undefined, unconfirmed: false, lacksMailServer: false }
  }
  const [embed, counts, site] = await Promise.all([
    context.services.embeds.find(desk.id),
    ticketCounts(context),
    readSetUp(own, context),
  ])
  const tickets = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    guide: guideOf(desk, embed, tickets, site?.done),
    shop: site?.shop,
    /** Whether the site's rooms open once the owner's address is confirmed. */
    unconfirmed: site !== undefined && !site.shop,
    /** Whether the shop's e-mails are only saved as files. */
    lacksMailServer: site !== undefined && context.config.mail.smtpUrl === undefined,
  }
}

/** The way on from a room where `here` is done, while the desk is being set up; never to the room itself. */
export async function nextAfter(
  here: readonly GuideStep[],
  own: OwnDesk,
  context: AppLoadContext,
): Promise<NextStep | undefined> {
  const { guide, shop, unconfirmed } = await readGuide(own, context)
  if (!guide) return undefined
  const { t } = translations(context.language)
  const inWords = (part: GuideStep | 'overview') =>
    t('guide:next', { part: t(`guide:parts.${part}`) })
  if (isComplete(guide)) return { text: inWords('overview'), to: '/dashboard', done: false }
  const next = nextInGuide(guide, unconfirmed, here)
  if (!next) return undefined
  const passed = guideSteps.slice(0, guideSteps.indexOf(next))
  const left = here.some((step) => guide[step] === false && passed.includes(step))
  const done = !left && here.some((step) => guide[step])
  if (next === 'shop' && shop?.next) return { ...shop.next, done }
  const to = next === 'chat' ? await chatPath(own.desk, context) : guideAddresses[next]
  return { text: inWords(next), to, done }
}

/**
 * How far the site is set up, and what comes next in its shop, except while the owner's address is to be
 * confirmed; undefined at other desks than the site's.
 */
async function readSetUp(own: OwnDesk, context: AppLoadContext) {
  const mayOffer = context.config.signup === 'open'
  if (!(await runsShop(context))) {
    const home = { home: false, sentence: false, picture: false }
    const done: SiteSteps = { ...home, shop: false, ...(mayOffer && { offers: false }) }
    return (await willRunShop(context, own)) ? { done } : undefined
  }
  const { site, checks, steps, closed, next } = await readShopSteps(context)
  const done: SiteSteps = {
    home: site.home !== undefined,
    sentence: showsWords(site),
    picture: showsPicture(site),
    ...(!(checks.abroad && closed) && { shop: next === undefined }),
    ...(mayOffer && { offers: site.offers !== undefined }),
  }
  const shop = { next, done: steps.filter((step) => step.done).length, all: steps.length }
  return { done, shop }
}
