import { languages } from '../text/languages'
import type { Desk } from './desks'
import type { Embed } from './embeds'

export const guideSteps = [
  'name',
  'greeting',
  'hours',
  'home',
  'sentence',
  'picture',
  'shop',
  'embed',
  'chat',
  'offers',
] as const

export type GuideStep = (typeof guideSteps)[number]

/** What is done. */
export type GuideOfDesk = Partial<Record<GuideStep, boolean>>

const siteSteps = ['home', 'sentence', 'picture', 'offers', 'shop'] as const

/**
 * Those that only the site's owner has: what is done of them. Without sign-up nothing can be offered, and
 * abroad no shop can open.
 */
export type SiteSteps = Record<'home' | 'sentence' | 'picture', boolean> & {
  offers?: boolean
  shop?: boolean
}

/**
 * Undefined once dismissed, or complete at a desk in use: with more than the ticket that the owner tries it with.
 * `tickets` counts all the desk ever had.
 */
export function guideOf(
  desk: Pick<Desk, 'name' | 'greeting' | 'week' | 'guideAwayAt'>,
  { origins, seenAt }: Pick<Embed, 'origins' | 'seenAt'>,
  tickets: number,
  site?: SiteSteps,
): GuideOfDesk | undefined {
  if (desk.guideAwayAt) return undefined
  const guide: GuideOfDesk = {
    name: desk.name !== '',
    greeting: languages.some((language) => desk.greeting[language]?.trim()),
    hours: desk.week !== undefined,
    ...site,
    // The site itself may be all the website that its owner has.
    ...(!site && { embed: origins.length > 0 || seenAt !== undefined }),
    chat: tickets > 0,
  }
  return isComplete(guide) && tickets > 1 ? undefined : guide
}

/** A chat has an address of its own, so that it needs no website. */
export function isComplete({ embed: _, ...guide }: GuideOfDesk): boolean {
  return Object.values(guide).every(Boolean)
}

/**
 * What is to be done next, after what is done `here` and never here itself; without what is the site's
 * while its owner's address is to be confirmed.
 */
export function nextInGuide(
  guide: GuideOfDesk,
  unconfirmed: boolean,
  here: readonly GuideStep[] = [],
): GuideStep | undefined {
  const open = guideSteps.filter(
    (step) => guide[step] === false && !here.includes(step) && !waits(step, unconfirmed),
  )
  const last = here.findLast((step) => guide[step]) ?? here[0]
  const after = last ? guideSteps.slice(guideSteps.indexOf(last)) : guideSteps
  return after.find((step) => open.includes(step)) ?? open[0]
}

export function waits(step: GuideStep, unconfirmed: boolean): boolean {
  return unconfirmed && siteSteps.some((each) => each === step)
}
