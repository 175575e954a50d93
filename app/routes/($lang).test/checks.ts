/** `unknown` until a script has checked it. */
export type Outcome = 'good' | 'fair' | 'bad' | 'unknown'

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

type CheckName = keyof typeof outcomes

export const checkNames = Object.keys(outcomes) as CheckName[]

export interface Finding {
  name: CheckName
  outcome: Outcome
  value: string
}
