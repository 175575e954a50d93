import { type ComponentType, lazy, Suspense } from 'react'
import { TypedBefore } from '~/components/forms/typed-before'
import { useHeadingFocus } from '~/components/site/arrival'
import { useIsFirstPage } from '~/components/site/first-page'
import { General } from './general'
import type { Pages, Shown } from './sections.server'

const account = () => import('./account/account')
const hours = () => import('./hours/hours')

/** All but the first are lazy, with their words. */
const components: { [Name in keyof Pages]: ComponentType<{ page: Pages[Name] }> } = {
  general: General,
  hours: lazy(async () => ({ default: (await hours()).Hours })),
  exceptions: lazy(async () => ({ default: (await hours()).Exceptions })),
  away: lazy(async () => ({ default: (await hours()).Away })),
  replies: lazy(async () => ({ default: (await import('./replies/replies')).Replies })),
  notifications: lazy(async () => ({
    default: (await import('./notifications/notifications')).Notifications,
  })),
  mail: lazy(async () => ({ default: (await import('./mail/mail')).MailIn })),
  people: lazy(async () => ({ default: (await import('./people/people')).People })),
  log: lazy(async () => ({ default: (await import('./log/log')).Log })),
  leave: lazy(async () => ({ default: (await import('./people/leave')).Leave })),
  privacy: lazy(async () => ({ default: (await import('./privacy/privacy')).Privacy })),
  plan: lazy(async () => ({ default: (await import('./plan/plan')).Plan })),
  password: lazy(async () => ({ default: (await account()).Password })),
  devices: lazy(async () => ({ default: (await account()).Devices })),
  export: lazy(async () => ({ default: (await account()).DataExport })),
  delete: lazy(async () => ({ default: (await account()).Deletion })),
}

/** Focuses the section's heading once its lazy part is there. */
function HeadingFocus() {
  useHeadingFocus(useIsFirstPage())
  return null
}

export function Section({ shown: { section, page } }: { shown: Shown }) {
  const Chosen = components[section] as ComponentType<{ page: Shown['page'] }>
  return (
    <Suspense key={section}>
      <TypedBefore>
        <Chosen page={page} />
        <HeadingFocus />
      </TypedBefore>
    </Suspense>
  )
}
