import { languages } from '../text/languages'
import type { Desk } from './desks'
import type { Embed } from './embeds'

/** What makes a new desk ready, in the order in which the guide leads through it. */
export const guideSteps = ['name', 'greeting', 'hours', 'embed', 'chat'] as const

export type GuideStep = (typeof guideSteps)[number]

/**
 * How far the owner of a new desk has come, read from what is there and not from what was clicked.
 * Undefined once everything is done, or the owner has put the guide away. `tickets` is how many the
 * desk ever had.
 */
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
