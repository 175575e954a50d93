import { managersOnly } from './members'

/**
 * In the order of the list. Each is a route below Settings of the same name, and has its words under
 * `settings.sections`.
 */
export const sectionNames = [
  'general',
  'greeting',
  'hours',
  'exceptions',
  'away',
  'signature',
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
const ofAccount: readonly SectionName[] = ['general', 'password', 'devices', 'export', 'delete']

export function isOfAccount(name: SectionName): boolean {
  return ofAccount.includes(name)
}

export function sectionAddress(name: SectionName): string {
  return `/dashboard/settings/${name}`
}
