import { useOutletContext } from '@remix-run/react'
import { useEffect } from 'react'
import type { Whereabouts } from '~/domain/live/presence'
import { useAtDesk } from '~/i18n/desk-address'
import { useTranslation } from '~/i18n/translation'
import type { Visitors } from '../desks/live-desk'

/** Milliseconds between two typing signs. */
const signEveryMs = 4_000

/** Also shows the visitor that the owner types. `now` is the loader's state. */
export function VisitorPresence({ number, now }: { number: number; now: Whereabouts }) {
  const { t } = useTranslation()
  const visitors = useOutletContext<Visitors | undefined>()
  const visitor = visitors?.[number] ?? now
  const sign = useAtDesk()(`/live?ticket=${number}`)
  useEffect(() => {
    let sentAt = 0
    const sendTyping = (typing: 0 | 1) => navigator.sendBeacon(`${sign}&typing=${typing}`)
    const type = ({ target }: Event) => {
      if (!(target as Element).closest('#reply') || Date.now() - sentAt < signEveryMs) return
      sentAt = Date.now()
      sendTyping(1)
    }
    const stop = () => {
      if (sentAt) sendTyping(0)
      sentAt = 0
    }
    document.addEventListener('input', type)
    document.addEventListener('submit', stop)
    return () => {
      stop()
      document.removeEventListener('input', type)
      document.removeEventListener('submit', stop)
    }
  }, [sign])
  return (
    <p className="visitor-presence quiet" role="status">
      {visitor !== 'away' && (
        <>
          <span className="dot here" />
          {visitor === 'typing' ? t('tickets:presence.typing') : t('tickets:presence.here')}
        </>
      )}
    </p>
  )
}
