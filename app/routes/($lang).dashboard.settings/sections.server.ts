import { dataExport } from './account/data-export.server'
import { deletion } from './account/deletion.server'
import { devices } from './account/devices.server'
import { password } from './account/password.server'
import type { Looking } from './asking'
import { general } from './general.server'
import { hours } from './hours/hours.server'
import { notifications } from './notifications/notifications.server'
import { plan } from './plan/plan.server'
import { privacy } from './privacy/privacy.server'
import { replies } from './replies/replies.server'
import type { SectionName } from './sections'
import type { ServedSection } from './served-section.server'

/** section.tsx has the browser's part. */
export const sections = {
  general,
  hours,
  replies,
  notifications,
  privacy,
  plan,
  password,
  devices,
  export: dataExport,
  delete: deletion,
} satisfies Record<SectionName, ServedSection<unknown>>

export type Pages = {
  [Name in SectionName]: Awaited<ReturnType<(typeof sections)[Name]['read']>>
}

export type Shown = { [Name in SectionName]: { section: Name; page: Pages[Name] } }[SectionName]

export async function readSection(section: SectionName, looking: Looking): Promise<Shown> {
  return { section, page: await sections[section].read(looking) } as Shown
}
