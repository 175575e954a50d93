import { useRouteLoaderData } from '@remix-run/react'
import { AppLink, LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import type { TicketsPage } from './loader.server'
import { NoTicket } from './no-ticket'

/** Where no ticket is shown: what comes next. */
export default function EmptyDesk({ page }: { page: TicketsPage }) {
  const { chatAddress } = page
  return chatAddress ? <FirstSteps chatAddress={chatAddress} /> : <NoTicket page={page} />
}

/** Shown until somebody has written: the one thing to do next. Only managers put the chat on a website. */
function FirstSteps({ chatAddress }: { chatAddress: string }) {
  const { t } = useTranslation()
  const { manages } = useRouteLoaderData('routes/($lang).dashboard') as { manages: boolean }
  return (
    <div className="rooms stack">
      <h1>{t('tickets:heading')}</h1>
      {/* A counter with its bell and an empty sheet. */}
      <svg
        width="240"
        height="120"
        viewBox="0 0 240 120"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M8 100h224M28 100v14M212 100v14" />
        <path stroke="var(--brass)" d="M52 92h56M56 86a24 24 0 0 1 48 0zM80 62v-8M74 53h12" />
        <path strokeDasharray="5 5" d="M132 22h72v44h-40l-14 12v-12h-18zM146 38h44M146 50h28" />
      </svg>
      <p>{t(manages ? 'tickets:start.text' : 'tickets:start.colleague')}</p>
      <div className="deeds">
        {manages && (
          <>
            <AppLink className="button" to="/dashboard/embed">
              {t('tickets:start.embed')}
            </AppLink>{' '}
          </>
        )}
        <LocalizedLink
          className={manages ? 'button second' : 'button'}
          to={chatAddress}
          target="_blank"
        >
          {t('tickets:start.try')}
        </LocalizedLink>
      </div>
    </div>
  )
}
