import { languages } from '../text/languages'
import type { Desk } from './desks'
import type { Embed } from './embeds'

export const guideSteps = ['name', 'greeting', 'hours', 'home', 'shop', 'embed', 'chat'] as const

export type GuideStep = (typeof guideSteps)[number]

/** What is done. */
export type GuideOfDesk = Partial<Record<GuideStep, boolean>>

/** Those that only the site's owner has: what is done of them. */
export type SiteSteps = Record<'home' | 'shop', boolean>

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
    greeting: languages.every((language) => desk.greeting[language]?.trim()),
    hours: desk.week !== undefined,
    ...site,
    embed: origins.length > 0 || seenAt !== undefined,
    chat: tickets > 0,
  }
  return isComplete(guide) && tickets > 1 ? undefined : guide
}

export function isComplete(guide: GuideOfDesk): boolean {
  return Object.values(guide).every(Boolean)
}

/** The first to be done, without those of the site while its owner's address is to be confirmed. */
export function nextInGuide(guide: GuideOfDesk, unconfirmed: boolean): GuideStep | undefined {
  return guideSteps.find((step) => guide[step] === false && !waits(step, unconfirmed))
}

export function waits(step: GuideStep, unconfirmed: boolean): boolean {
  return unconfirmed && (step === 'home' || step === 'shop')
}
