import { languages } from '../text/languages'
import type { Desk } from './desks'
import type { Embed } from './embeds'

export const guideSteps = ['name', 'greeting', 'hours', 'home', 'shop', 'embed', 'chat'] as const

export type GuideStep = (typeof guideSteps)[number]

/** Those that only the site's owner has: what is done of them. */
export type SiteSteps = Record<'home' | 'shop', boolean>

/** Undefined once complete or dismissed. `tickets` counts all the desk ever had. */
export function guideOf(
  desk: Pick<Desk, 'name' | 'greeting' | 'week' | 'guideAwayAt'>,
  { origins, seenAt }: Pick<Embed, 'origins' | 'seenAt'>,
  tickets: number,
  site?: SiteSteps,
): Partial<Record<GuideStep, boolean>> | undefined {
  if (desk.guideAwayAt) return undefined
  const done: Partial<Record<GuideStep, boolean>> = {
    name: desk.name !== '',
    greeting: languages.every((language) => desk.greeting[language]?.trim()),
    hours: desk.week !== undefined,
    ...site,
    embed: origins.length > 0 || seenAt !== undefined,
    chat: tickets > 0,
  }
  return Object.values(done).every(Boolean) ? undefined : done
}
