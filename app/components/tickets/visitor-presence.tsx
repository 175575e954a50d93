import { useOutletContext } from '@remix-run/react'
import { useEffect } from 'react'
import type { Whereabouts } from '~/domain/live/presence'
import { withDesk } from '~/i18n/addresses'
import { useOwnDesk } from '~/i18n/desk-address'
import { useTranslation } from '~/i18n/translation'
import type { Visitors } from '../desks/live-desk'
import { loadExtra } from '../updates/fetch-retry'
import { useUnasked } from './unasked'

interface Props {
  number: number
  name: string
  /** The loader's state. */
  now: Whereabouts
  /** Whether there are other members. */
  shared: boolean
}

/** Also shows others what this member does at the ticket. */
export function VisitorPresence({ number, name, now, shared }: Props) {
  const { t } = useTranslation()
  const visitors = useOutletContext<Visitors | undefined>()
  const visitor = visitors?.[number]?.visitor ?? now
  const sign = withDesk(`/live?ticket=${number}`, useOwnDesk())
  const opened = useUnasked()
  useEffect(() => {
    const signs = loadExtra(() => import('./ticket-signs')).then((part) =>
      part?.attend(sign, shared, opened),
    )
    return () => void signs.then((stop) => stop?.())
  }, [sign, shared, opened])
  return (
    <p className="presence quiet" role="status">
      {visitor !== 'away' && (
        <>
          <span className="dot here" />
          {t(`tickets:presence.${visitor}`, { name })}
        </>
      )}
    </p>
  )
}
