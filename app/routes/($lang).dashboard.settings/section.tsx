import { lazy, Suspense } from 'react'
import { General } from './general'
import type { Shown } from './sections.server'

// All but the first are lazy, with their words.
const account = () => import('./account/account')
const Deletion = lazy(async () => ({ default: (await account()).Deletion }))
const Devices = lazy(async () => ({ default: (await account()).Devices }))
const Password = lazy(async () => ({ default: (await account()).Password }))
const DataExport = lazy(async () => ({ default: (await account()).DataExport }))
const Privacy = lazy(async () => ({ default: (await import('./privacy/privacy')).Privacy }))
const Plan = lazy(async () => ({ default: (await import('./plan/plan')).Plan }))
const hours = () => import('./hours/hours')
const Hours = lazy(async () => ({ default: (await hours()).Hours }))
const Exceptions = lazy(async () => ({ default: (await hours()).Exceptions }))
const Away = lazy(async () => ({ default: (await hours()).Away }))
const Notifications = lazy(async () => ({
  default: (await import('./notifications/notifications')).Notifications,
}))
const Replies = lazy(async () => ({ default: (await import('./replies/replies')).Replies }))

export function Section(props: { shown: Shown }) {
  return (
    <Suspense key={props.shown.section}>
      <Chosen {...props} />
    </Suspense>
  )
}

function Chosen({ shown }: { shown: Shown }) {
  switch (shown.section) {
    case 'general':
      return <General page={shown.page} />
    case 'hours':
      return <Hours page={shown.page} />
    case 'exceptions':
      return <Exceptions page={shown.page} />
    case 'away':
      return <Away page={shown.page} />
    case 'notifications':
      return <Notifications page={shown.page} />
    case 'replies':
      return <Replies page={shown.page} />
    case 'privacy':
      return <Privacy page={shown.page} />
    case 'plan':
      return <Plan page={shown.page} />
    case 'password':
      return <Password page={shown.page} />
    case 'devices':
      return <Devices page={shown.page} />
    case 'export':
      return <DataExport page={shown.page} />
    case 'delete':
      return <Deletion page={shown.page} />
  }
}
