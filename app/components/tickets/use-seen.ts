import { useEffect } from 'react'
import { useAtDesk } from '~/i18n/desk-address'

/** Reports that the owner looks at a ticket's messages up to `seq`, once the tab is visible. */
export function useSeen(number: number, seq: number) {
  const sign = useAtDesk()(`/live?ticket=${number}&seen=${seq}`)
  useEffect(() => {
    const look = () => {
      if (document.hidden || seq === 0) return
      navigator.sendBeacon(sign)
      document.removeEventListener('visibilitychange', look)
    }
    document.addEventListener('visibilitychange', look)
    look()
    return () => document.removeEventListener('visibilitychange', look)
  }, [sign, seq])
}
