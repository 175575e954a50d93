/** What a look at something comes to; `unknown` is what only a script can see. */
export type Outcome = 'good' | 'fair' | 'bad' | 'unknown'

/** What is looked at, in the order of the page, and what each look may come to. */
export const outcomes = {
  scripts: ['good', 'fair'],
  cookies: ['good', 'bad'],
  storage: ['good', 'fair', 'unknown'],
  trip: ['good', 'fair', 'bad', 'unknown'],
  live: ['good', 'fair', 'bad', 'unknown'],
  clock: ['good', 'fair', 'unknown'],
  session: ['good', 'fair'],
  data: ['good', 'fair'],
  language: ['good'],
  screen: ['good', 'fair', 'unknown'],
} as const satisfies Record<string, readonly Outcome[]>

export type CheckName = keyof typeof outcomes

export const checkNames = Object.keys(outcomes) as CheckName[]

/** What the server alone can say of a check. */
export interface Finding {
  name: CheckName
  outcome: Outcome
  /** What was found, as it is shown; empty for nothing. */
  value: string
}
