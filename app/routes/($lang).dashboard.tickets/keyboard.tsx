import { lazy, Suspense, useEffect, useState } from 'react'
import { loadPart } from '~/components/updates/fetch-retry'
import { takeKeys } from './keys'

const storage = 'ticket-keys'

/** Never there before the page listens. */
const KeysHelp = lazy(() => loadPart(() => import('./keys-help')))

/** Keys can be turned off (WCAG 2.2, 2.1.4). Without scripts there are none, and no help for them. */
export function KeyboardShortcuts({ take }: { take?: string }) {
  // Undefined until the page listens.
  const [on, setOn] = useState<boolean>()
  useEffect(() => {
    const wanted = on ?? localStorage.getItem(storage) !== 'off'
    const stop = wanted ? takeKeys() : undefined
    setOn(wanted)
    return stop
  }, [on])
  const choose = (wanted: boolean) => {
    localStorage.setItem(storage, wanted ? 'on' : 'off')
    setOn(wanted)
  }
  return (
    <div className="keys">
      {on !== undefined && (
        <Suspense>
          <KeysHelp take={take} on={on} choose={choose} />
        </Suspense>
      )}
    </div>
  )
}
