import { useOutletContext } from '@remix-run/react'
import type { Visitors } from '~/components/desks/live-desk'
import { useTranslation } from '~/i18n/translation'
import type { TicketThread } from './thread-page.server'

/** The page that the visitor looks at, while they do. What it is called is what their browser says. */
export function useVisited({ number, visitorOn }: TicketThread) {
  const heard = useOutletContext<Visitors | undefined>()?.[number]?.page
  return heard === undefined ? visitorOn : heard
}

export function Visited({ ticket }: { ticket: TicketThread }) {
  const { t } = useTranslation()
  const page = useVisited(ticket)
  if (!page) return null
  const { title, address, shown } = page
  return (
    <p className="visited">
      {t('tickets:visitor.on')}{' '}
      <a href={address} target="_blank" rel="noopener noreferrer">
        {title || shown}
      </a>
      {title && (
        <>
          {' '}
          <span className="quiet">({shown})</span>
        </>
      )}
    </p>
  )
}
