import { Deletion } from './deletion'
import { Devices } from './devices'
import { General } from './general'
import { Hours } from './hours/hours'
import { Notifications } from './notifications/notifications'
import { Password } from './password'
import { Privacy } from './privacy/privacy'
import { Replies } from './replies/replies'
import type { Shown } from './sections.server'
import type { Said } from './served-section.server'
import { TakeOut } from './take-out'

/** The section on show, with what is to be said about the form of it that was sent. */
export function Section({ shown, said }: { shown: Shown; said?: Said }) {
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
