import type { AppLoadContext } from '@remix-run/node'
import { boundTo } from '~/http/forms/bound-forms.server'
import type { Forms } from '~/http/forms/form-action.server'
import {
  type OwnAccount,
  type OwnDesk,
  requireAccount,
  requireDesk,
  requireManager,
} from '~/http/sessions/access.server'
import { dataExport } from './account/data-export.server'
import { deletion } from './account/deletion.server'
import { devices } from './account/devices.server'
import { password } from './account/password.server'
import { general } from './general.server'
import { away } from './hours/away.server'
import { exceptions } from './hours/exceptions.server'
import { hours } from './hours/hours.server'
import { log } from './log/log.server'
import { mail } from './mail/mail.server'
import { notifications } from './notifications/notifications.server'
import { leave } from './people/leave.server'
import { people } from './people/people.server'
import { plan } from './plan/plan.server'
import { privacy } from './privacy/privacy.server'
import { replies } from './replies/replies.server'
import type { Section } from './section.server'
import { isOfAccount, isOfManagers, type SectionName } from './sections'

/** section.tsx has the browser's part. */
export const sections = {
  general,
  hours,
  exceptions,
  away,
  replies,
  notifications,
  mail,
  people,
  log,
  privacy,
  plan,
  password,
  devices,
  export: dataExport,
  leave,
  delete: deletion,
} satisfies Record<SectionName, Section>

export type Pages = {
  [Name in SectionName]: Awaited<ReturnType<(typeof sections)[Name]['read']>>
}

export type Shown = { [Name in SectionName]: { section: Name; page: Pages[Name] } }[SectionName]

export async function readSection(section: SectionName, context: AppLoadContext): Promise<Shown> {
  const page = isOfAccount(section)
    ? await sections[section].read(await requireAccount(context), context)
    : await sections[section].read(await requireAtDesk(section, context), context)
  return { section, page } as Shown
}

/** Throws where a section is not for who asks. Without a desk in a section of the account's own. */
export function requireFor(section: SectionName, context: AppLoadContext): Promise<OwnAccount> {
  return isOfAccount(section) ? requireAccount(context) : requireAtDesk(section, context)
}

/** Throws as `requireFor`. */
export async function formsOf(
  section: SectionName,
  context: AppLoadContext,
): Promise<Forms<OwnAccount>> {
  if (isOfAccount(section)) return sections[section].forms
  return boundTo(await requireAtDesk(section, context), sections[section].forms)
}

function requireAtDesk(section: SectionName, context: AppLoadContext): Promise<OwnDesk> {
  return isOfManagers(section) ? requireManager(context) : requireDesk(context)
}
