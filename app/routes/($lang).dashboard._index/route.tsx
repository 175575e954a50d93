import { useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { type NotifyState, notifyState, setNotify } from '~/components/desks/desk-notification'
import { FormProblem } from '~/components/forms/form-problem'
import { useForm } from '~/components/forms/use-form'
import { Ledger } from '~/components/shop/ledger'
import type { PageHandle } from '~/components/site/page'
import { isComplete } from '~/domain/desks/guide'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Guide } from './guide'
import type { OverviewPage } from './loader.server'
import { Newcomer } from './newcomer'
import { Orders } from './orders'
import { Kept, News, Share, Usage } from './parts'
import { Stats } from './stats'
import { Takings } from './takings'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'overview:page',
  i18n: ['overview', 'ledger', 'usage', 'nomail'],
  stylesheet: 'desk',
  scripts: 'react',
  live: ['tickets', 'orders'],
  details: (page) => {
    const isUnnamed = (page as OverviewPage | undefined)?.guide?.name === false
    return { draftForm: isUnnamed ? 'name-desk' : undefined }
  },
}

export default function Overview() {
  const { t } = useTranslation()
  const page = useLoaderData() as OverviewPage
  const answer = useForm()
  const { guide, counts, orders } = page
  const quiet = counts.open === 0
  const begins = guide !== undefined && !isComplete(guide)
  const led = begins && quiet && orders.toSend.length === 0 && orders.unpaid === 0
  const waiting = waitingText(counts.open, orders.toDo, t)
  const nobody = quiet && (
    <p className="lead">{t(page.begun ? 'overview:quiet' : 'overview:nobodyYet')}</p>
  )
  return (
    <div className="overview">
      <div>
        {led ? (
          <h1>{t('overview:guide.heading')}</h1>
        ) : (
          <>
            <h1>{waiting}</h1>
            {nobody}
          </>
        )}
      </div>
      <News page={page} />
      <FormProblem answer={answer} />
      <div className="work">
        <Newcomer page={page} />
        {page.longest.length > 0 && (
          <section aria-labelledby="longest">
            <h2 id="longest">{t('overview:longest')}</h2>
            <Ledger
              lines={page.longest}
              address={({ number }) => `/dashboard/tickets?ticket=${number}#newest`}
            />
            <p>
              <AppLink to="/dashboard/tickets">{t('overview:all')}</AppLink>
            </p>
          </section>
        )}
        <Orders page={page} />
        <Guide page={page} headed={!led} />
      </div>
      <div className="beside">
        {led && (
          <section>
            <h2>{waiting}</h2>
            {nobody}
          </section>
        )}
        {page.begun && <Stats page={page} />}
        <Takings page={page} />
        <Usage page={page} />
        <Kept page={page} />
        <Share page={page} />
        <NotifyHere />
      </div>
    </div>
  )
}

function waitingText(tickets: number, orders: number, t: TFunction) {
  if (orders === 0) return t('overview:waitingHeading', { count: tickets })
  if (tickets === 0) return t('overview:ordersWaiting', { count: orders })
  return t('overview:bothWaiting', {
    tickets: t('overview:tickets', { count: tickets }),
    orders: t('overview:ordersToo', { count: orders }),
  })
}

function NotifyHere() {
  const { t } = useTranslation()
  const [state, setState] = useState<NotifyState>('impossible')
  const [unanswered, setUnanswered] = useState(false)
  useEffect(() => setState(notifyState()), [])
  if (state === 'impossible') return null
  const turn = async () => {
    const next = await setNotify(state === 'off')
    setUnanswered(state === 'off' && next === 'off')
    setState(next)
  }
  return (
    <div className="quiet notify" role="status">
      {state === 'denied' ? (
        <p>{t('overview:notify.denied')}</p>
      ) : (
        <>
          <p>{state === 'on' ? t('overview:notify.isOn') : t('overview:notify.isOff')}</p>
          <button type="button" className="plain-button" onClick={turn}>
            {state === 'on' ? t('overview:notify.turnOff') : t('overview:notify.turnOn')}
          </button>
        </>
      )}
      {unanswered && <p>{t('overview:notify.unanswered')}</p>}
    </div>
  )
}
