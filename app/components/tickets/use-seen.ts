import { useEffect, useRef } from 'react'
import { withDesk } from '~/i18n/addresses'
import { useOwnDesk } from '~/i18n/desk-address'
import { loadExtra } from '../updates/fetch-retry'
import { useUnasked } from './unasked'

/**
 * Reports that the owner looks at a ticket's messages up to `seq`, once the tab is visible. Of a ticket that
 * opened by itself, once it is used. Again where it is news once more, as a colleague gave it.
 */
export function useSeen(ticket: { number: number; shownSeq: number; isRead: boolean }) {
  const { number, shownSeq: seq, isRead } = ticket
  const news = isRead ? undefined : ticket
  const sign = withDesk(`/live?ticket=${number}&seen=${seq}`, useOwnDesk())
  const opened = useUnasked()
  const signed = useRef<string>()
  useEffect(() => {
    if (seq === 0 || (!news && signed.current === sign)) return
    signed.current = sign
    const signs = loadExtra(() => import('./ticket-signs')).then((part) =>
      part?.signSeen(sign, opened),
    )
    return () => void signs.then((stop) => stop?.())
  }, [sign, seq, news, opened])
}
