import { useEffect } from 'react'
import { withDesk } from '~/i18n/addresses'
import { useOwnDesk } from '~/i18n/desk-address'

/** Reports that the owner looks at a ticket's messages up to `seq`, once the tab is visible. */
export function useSeen(number: number, seq: number) {
  const sign = withDesk(`/live?ticket=${number}&seen=${seq}`, useOwnDesk())
  useEffect(() => {
    if (seq === 0) return
    const signs = import('./ticket-signs').then(({ signSeen }) => signSeen(sign))
    return () => void signs.then((stop) => stop())
  }, [sign, seq])
}
