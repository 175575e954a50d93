import type { GuideStep } from '~/domain/desks/guide'
import { type HomePartName, homePartNames } from '~/domain/site/settings'

export type View = { at: 'overview' } | { at: 'part'; name: HomePartName } | { at: 'unknown' }

export function readView(query: URLSearchParams): View {
  const part = query.get('part')
  if (part === null) return { at: 'overview' }
  const name = homePartNames.find((each) => each === part)
  return name ? { at: 'part', name } : { at: 'unknown' }
}

export function homeAddress(name?: HomePartName): string {
  return name ? `/dashboard/home?part=${name}` : '/dashboard/home'
}

/** The step of the guide that a part's page is. */
export function stepsOf(name: HomePartName): GuideStep[] {
  if (name === 'headline') return ['sentence']
  return [name === 'picture' ? 'picture' : 'home']
}
