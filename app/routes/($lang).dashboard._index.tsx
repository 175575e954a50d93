import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Field } from '~/components/field'
import { Ledger, ledgerLine } from '~/components/ledger'
import type { PageHandle } from '~/components/page'
import { deskName, presenceAt } from '~/domain/desks'
import type { FormAnswer } from '~/domain/forms'
import { requireDesk } from '~/http/access.server'
import { flash } from '~/http/flash.server'
import { readForm } from '~/http/forms.server'
import { languageOfPath, localizedPath } from '~/i18n/addresses'
import { formatSpan } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { AppLink, LocalizedLink } from '~/i18n/localized-link'

export const handle: PageHandle = {
  page: 'dashboard',
  sheet: 'dashboard',
  ships: 'app',
  draftForm: (page) => ((page as Page | undefined)?.name === '' ? 'name-desk' : undefined),
}

type Page = Awaited<ReturnType<typeof loader>>

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { desk } = await requireDesk(context, request)
  const { tickets, desks } = context.services
  const now = context.now()
  const [counts, longest, presence] = await Promise.all([
    tickets.count(desk.id),
    tickets.list(desk.id, 'open', 5),
    presenceAt(desks, desk, now),
  ])
  return {
    now,
    name: desk.name,
    timeZone: desk.timeZone,
    chatAddress: `/chat?desk=${desk.publicKey}`,
    origin: context.config.publicOrigin,
    counts,
    longest: longest.tickets.map(ledgerLine),
    usualReply: presence.usualReply,
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { session } = await requireDesk(context, request)
  const form = await readForm(request, z.object({ name: deskName }))
  if (form.kind === 'switch-language') return data(form.answer)
  if (form.kind === 'invalid') return data(form.answer, { status: 400 })
  await context.services.desks.rename(session.user.uid, form.value.name)
  return redirect(localizedPath('/dashboard', languageOfPath(new URL(request.url).pathname)), {
    status: 303,
    headers: { 'Set-Cookie': await flash('deskNamed', context.now()) },
  })
}

export default function Overview() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="overview">
      <div>
        <h1>{t('dashboard.waitingHeading', { count: page.counts.open })}</h1>
        {page.counts.open === 0 && <p className="lead">{t('dashboard.quiet')}</p>}
      </div>
      {page.name === '' && <NameDesk answer={answer} />}
      {page.longest.length > 0 && (
        <section aria-labelledby="longest">
          <h2 id="longest">{t('dashboard.longest')}</h2>
          <Ledger
            lines={page.longest}
            address={(number) => `/dashboard/tickets?ticket=${number}`}
            now={page.now}
            timeZone={page.timeZone}
          />
          <p>
            <AppLink to="/dashboard/tickets">{t('dashboard.all')}</AppLink>
          </p>
        </section>
      )}
      <Figures page={page} />
      <Share page={page} />
    </div>
  )
}

function NameDesk({ answer }: { answer?: FormAnswer }) {
  const { t } = useTranslation()
  return (
    <Form className="stack" id="name-desk" method="post">
      <h2>{t('dashboard.nameHeading')}</h2>
      <Field
        name="name"
        label={t('dashboard.nameLabel')}
        hint={t('dashboard.nameHint')}
        required
        maxLength={60}
        answer={answer}
      />
      <p>
        <button className="button">{t('dashboard.nameSubmit')}</button>
      </p>
    </Form>
  )
}

function Figures({ page }: { page: Page }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { counts, usualReply } = page
  const reply = usualReply === undefined ? t('dashboard.noReply') : formatSpan(usualReply, language)
  const figures = [
    [t('dashboard.visitorsTurn'), counts.waiting],
    [t('dashboard.solved'), counts.solved],
    [t('dashboard.firstReply'), reply],
  ]
  return (
    <dl className="figures">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

function Share({ page }: { page: Page }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <section className="share">
      <p>{t('dashboard.share')}</p>
      <code>{page.origin + localizedPath(page.chatAddress, language)}</code>
      <LocalizedLink to={page.chatAddress}>{t('dashboard.open')}</LocalizedLink>
    </section>
  )
}
