import { useEffect } from 'react'

/** Reports that the owner looks at a ticket's messages up to `seq`, once the tab is visible. */
export function useSeen(number: number, seq: number) {
  useEffect(() => {
    const look = () => {
      if (document.hidden || seq === 0) return
      navigator.sendBeacon(`/live?ticket=${number}&seen=${seq}`)
      document.removeEventListener('visibilitychange', look)
    }
    document.addEventListener('visibilitychange', look)
    look()
    return () => document.removeEventListener('visibilitychange', look)
  }, [number, seq])
}
