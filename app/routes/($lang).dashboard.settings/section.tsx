import type { FormAnswer } from '~/domain/forms'
import { Deletion } from './deletion'
import { Devices } from './devices'
import { General } from './general'
import { Password } from './password'
import { Replies } from './replies/replies'
import type { Shown } from './sections.server'
import { TakeOut } from './take-out'

/** The section on show, with what is to be said about the form of it that was sent. */
export function Section({ shown, answer }: { shown: Shown; answer?: FormAnswer }) {
  switch (shown.section) {
    case 'general':
      return <General page={shown.page} answer={answer} />
    case 'replies':
      return <Replies page={shown.page} answer={answer} />
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
