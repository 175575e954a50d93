import { managersOnly } from '~/domain/desks/members'
import type { Language } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'

/**
 * In the order of the list. A new section needs its name here, its words under `settings.sections`,
 * its loader and actions in sections.server.ts and its component in section.tsx; the types demand
 * the last two.
 */
export const sectionNames = [
  'general',
  'hours',
  'exceptions',
  'away',
  'replies',
  'notifications',
  'mail',
  'people',
  'log',
  'privacy',
  'plan',
  'password',
  'devices',
  'export',
  'leave',
  'delete',
] as const

export type SectionName = (typeof sectionNames)[number]

export function isOfManagers(name: SectionName): boolean {
  return managersOnly.sections.some((each) => each === name)
}

/** What an account has without a desk, too. */
const ofAccount = ['password', 'devices', 'export', 'delete'] as const

export function isOfAccount(name: SectionName): name is (typeof ofAccount)[number] {
  return ofAccount.some((each) => each === name)
}

export function sectionOf(query: URLSearchParams): SectionName | undefined {
  const asked = query.get('section')
  // Purchases were once a section of their own.
  if (asked === 'orders') return 'plan'
  return sectionNames.find((name) => name === asked)
}

export function sectionAddress(name: SectionName): string {
  return `/dashboard/settings?section=${name}`
}

export function sectionPage(name: SectionName, { language }: { language: Language }): string {
  return localizedPath(sectionAddress(name), language)
}
