/**
 * The sections of the settings, in the order in which they are listed. To add one: its name here, its
 * words under `settings.sections`, what it reads and does in sections.server.ts, and how it looks in
 * section.tsx; the types ask for the last two.
 */
export const sectionNames = [
  'general',
  'hours',
  'replies',
  'notifications',
  'privacy',
  'plan',
  'orders',
  'password',
  'devices',
  'export',
  'delete',
] as const

export type SectionName = (typeof sectionNames)[number]

/** Which section an address asks for; undefined where it asks for none that there is. */
export function sectionOf(query: URLSearchParams): SectionName | undefined {
  const asked = query.get('section')
  return sectionNames.find((name) => name === asked)
}

export function sectionAddress(name: SectionName): string {
  return `/dashboard/settings?section=${name}`
}
