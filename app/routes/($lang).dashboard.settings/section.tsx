import { lazy, Suspense } from 'react'
import { Deletion } from './deletion'
import { Devices } from './devices'
import { General } from './general'
import { Password } from './password'
import { Privacy } from './privacy/privacy'
import type { Shown } from './sections.server'
import type { Said } from './served-section.server'
import { TakeOut } from './take-out'

// The large ones come, with their words, to whoever opens them.
const Hours = lazy(async () => ({ default: (await import('./hours/hours')).Hours }))
const Notifications = lazy(async () => ({
  default: (await import('./notifications/notifications')).Notifications,
}))
const Replies = lazy(async () => ({ default: (await import('./replies/replies')).Replies }))

/** The section on show, with what is to be said about the form of it that was sent. */
export function Section(props: { shown: Shown; said?: Said }) {
  return (
    <Suspense key={props.shown.section}>
      <Chosen {...props} />
    </Suspense>
  )
}

function Chosen({ shown, said }: { shown: Shown; said?: Said }) {
  const answer = said?.answer
  switch (shown.section) {
    case 'general':
      return <General page={shown.page} answer={answer} />
    case 'hours':
      return <Hours page={shown.page} said={said} />
    case 'notifications':
      return <Notifications page={shown.page} answer={answer} />
    case 'replies':
      return <Replies page={shown.page} answer={answer} />
    case 'privacy':
      return <Privacy page={shown.page} answer={answer} />
    case 'password':
      return <Password page={shown.page} answer={answer} />
    case 'devices':
      return <Devices page={shown.page} />
    case 'export':
      return <TakeOut page={shown.page} answer={answer} />
    case 'delete':
      return <Deletion page={shown.page} answer={answer} />
  }
}
