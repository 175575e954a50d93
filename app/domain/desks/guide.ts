import { languages } from '../text/languages'
import type { Desk } from './desks'
import type { Embed } from './embeds'

export const guideSteps = ['name', 'greeting', 'hours', 'embed', 'chat'] as const

export type GuideStep = (typeof guideSteps)[number]

/** Undefined once complete or dismissed. `tickets` counts all the desk ever had. */
export function guideOf(
  desk: Pick<Desk, 'name' | 'greeting' | 'week' | 'guideAwayAt'>,
  { origins, seenAt }: Pick<Embed, 'origins' | 'seenAt'>,
  tickets: number,
): Record<GuideStep, boolean> | undefined {
  if (desk.guideAwayAt) return undefined
  const done: Record<GuideStep, boolean> = {
    name: desk.name !== '',
    greeting: languages.every((language) => desk.greeting[language]?.trim()),
    hours: desk.week !== undefined,
    embed: origins.length > 0 || seenAt !== undefined,
    chat: tickets > 0,
  }
  return guideSteps.every((step) => done[step]) ? undefined : done
}
