import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Ledger } from '~/components/shop/ledger'
import type { PageHandle } from '~/components/site/page'
import { deskName } from '~/domain/desks/desks'
import { flash } from '~/http/cookies/flash.server'
import { readFields, readForm } from '~/http/forms/forms.server'
import { requireDesk } from '~/http/sessions/access.server'
import { localizedPath } from '~/i18n/addresses'
import { AppLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { Guide } from './guide'
import { NotifyHere } from './notify-here'
import { OrdersToSend } from './orders-to-send'
import { type OverviewPage, readOverview } from './overview-page.server'
import { Kept, NameDesk, Share, Usage } from './parts'
import { Stats } from './stats'

export const handle: PageHandle = {
  page: 'overview:page',
  i18n: ['overview', 'ledger', 'usage'],
  sheet: 'dashboard',
  ships: 'app',
  live: true,
  draftForm: (page) => ((page as OverviewPage | undefined)?.name === '' ? 'name-desk' : undefined),
}

export function loader({ context }: LoaderFunctionArgs) {
  return readOverview(context)
}

const putAway = z.object({ intent: z.literal('put-guide-away') })

export async function action({ request, context }: ActionFunctionArgs) {
  const { session } = await requireDesk(context)
  const { desks } = context.services
  const here = localizedPath('/dashboard', context.language)
  const sent = await readForm(request)
  const away = readFields(sent, putAway)
  if (away.kind === 'valid') {
    await desks.putGuideAway(session.user.uid, context.now())
    return redirect(here, 303)
  }
  const form = readFields(sent, z.object({ name: deskName }))
  if (form.kind === 'switch-language') return data(form.answer)
  if (form.kind === 'invalid') return data(form.answer, { status: 400 })
  await desks.rename(session.user.uid, form.value.name)
  return redirect(here, {
    status: 303,
    headers: { 'Set-Cookie': flash(context, 'deskNamed') },
  })
}

export default function Overview() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="overview">
      <div>
        <h1>{t('overview:waitingHeading', { count: page.counts.open })}</h1>
        {page.counts.open === 0 && <p className="lead">{t('overview:quiet')}</p>}
      </div>
      {page.name === '' && <NameDesk answer={answer} />}
      <Guide page={page} />
      {page.longest.length > 0 && (
        <section aria-labelledby="longest">
          <h2 id="longest">{t('overview:longest')}</h2>
          <Ledger
            lines={page.longest}
            address={(number) => `/dashboard/tickets?ticket=${number}#reply`}
            now={page.now}
            timeZone={page.timeZone}
          />
          <p>
            <AppLink to="/dashboard/tickets">{t('overview:all')}</AppLink>
          </p>
        </section>
      )}
      <Stats page={page} />
      <Usage page={page} />
      <OrdersToSend page={page} />
      <Kept page={page} />
      <Share page={page} />
      <NotifyHere />
    </div>
  )
}
