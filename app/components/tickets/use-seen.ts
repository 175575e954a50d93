import { useEffect } from 'react'
import { useAtDesk } from '~/i18n/desk-address'

/** Reports that the owner looks at a ticket's messages up to `seq`, once the tab is visible. */
export function useSeen(number: number, seq: number) {
  const sign = useAtDesk()(`/live?ticket=${number}&seen=${seq}`)
  useEffect(() => {
    if (seq === 0) return
    const signs = import('./ticket-signs').then(({ signSeen }) => signSeen(sign))
    return () => void signs.then((stop) => stop())
  }, [sign, seq])
}
