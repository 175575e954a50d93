import { useEffect } from 'react'
import { withDesk } from '~/i18n/addresses'
import { useOwnDesk } from '~/i18n/desk-address'
import { loadExtra } from '../updates/fetch-retry'
import { useUnasked } from './unasked'

/**
 * Reports that the owner looks at a ticket's messages up to `seq`, once the tab is visible. Of a ticket that
 * opened by itself, once it is used.
 */
export function useSeen(number: number, seq: number) {
  const sign = withDesk(`/live?ticket=${number}&seen=${seq}`, useOwnDesk())
  const opened = useUnasked()
  useEffect(() => {
    if (seq === 0) return
    const signs = loadExtra(() => import('./ticket-signs')).then((part) =>
      part?.signSeen(sign, opened),
    )
    return () => void signs.then((stop) => stop?.())
  }, [sign, seq, opened])
}
