import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FormProblem } from '~/components/forms/form-problem'
import { Submit } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { useCurrentUrl } from '~/components/site/current-url'
import type { PageHandle } from '~/components/site/page'
import { SiteLayout } from '~/components/site/site-layout'
import type { Ticket } from '~/domain/tickets/tickets'
import { noForms } from '~/http/forms/bound-forms.server'
import { type ActionResult, comeAgain, formAction } from '~/http/forms/form-action.server'
import { mailLink } from '~/http/links/mailed-link.server'
import { LocalizedLink } from '~/i18n/localized-link'
import { useTranslation } from '~/i18n/translation'
import { type Reader, readReader } from './reader.server'

export { secretPageHeaders as headers } from '~/http/responses/page-headers'

export const handle: PageHandle = { page: 'mails:page', stylesheet: 'plain', scripts: 'none' }

const nameOf = { visitor: 'Visitor', owner: 'Owner', copy: 'Copy' } as const

/** GET changes nothing: e-mail scanners open links before people do. */
export async function loader({ context }: LoaderFunctionArgs) {
  const reader = await readReader(context)
  const page = reader ? { kind: reader.kind, stopped: reader.stopped } : null
  return data(page, { status: page ? 200 : 404 })
}

export const action = formAction(
  async (context) => ({ reader: await readReader(context) }),
  ({ reader }, context) => {
    if (!reader) return noForms(404)
    const { path } = context
    const { ticket } = reader
    const leadBack = async (stopped: boolean) => {
      await reader.change(stopped)
      return { to: path }
    }
    return {
      stop: { run: () => leadBack(true) },
      resume: { run: () => leadBack(false) },
      ...(ticket && { 'send-link': { run: () => sendLink(ticket, context) } }),
      '': { run: (_, { typed }) => stopOneClick(reader, typed) },
    }
  },
)

/** To the guest alone, even if others have this page's address: see record 55. */
async function sendLink(ticket: Ticket, context: AppLoadContext): Promise<ActionResult> {
  const { deskId, visitorEmail: address } = ticket
  const wait = await mailLink(context, { deskId, address }, async () => ticket)
  return wait > 0 ? comeAgain(wait) : { to: context.path, notice: 'linkMailed' }
}

/** An e-mail program's POST wants no redirect (RFC 8058, 3.1). */
async function stopOneClick(reader: Reader, typed: Record<string, string>): Promise<ActionResult> {
  if (typed['List-Unsubscribe'] === 'One-Click') await reader.change(true)
  return {}
}

export default function Mails() {
  const { t } = useTranslation()
  const page = useLoaderData<typeof loader>()
  const own = useCurrentUrl()
  const answer = useForm()
  return (
    <SiteLayout>
      <div className="sheet">
        <h1>{t('mails:stopHeading')}</h1>
        <FormProblem answer={answer} />
        {page ? (
          <form className="stack" method="post" action={own}>
            <p>{t(`mails:${page.stopped ? 'stopped' : 'stop'}${nameOf[page.kind]}`)}</p>
            <p>
              {page.stopped ? (
                <Submit intent="resume" look="second" label={t('mails:resumeButton')} />
              ) : (
                <Submit intent="stop" label={t('mails:stopButton')} />
              )}
            </p>
            {page.kind === 'visitor' && (
              <>
                <p id="link">{t('mails:sendLinkText')}</p>
                <p>
                  <Submit intent="send-link" look="second" label={t('mails:sendLink')} />
                </p>
              </>
            )}
          </form>
        ) : (
          <>
            <p>{t('mails:stopUnknown')}</p>
            <p className="quiet">{t('mails:stopUnknownText')}</p>
            <p className="deeds">
              <LocalizedLink to="/">{t('errors:page.home')}</LocalizedLink>{' '}
              <LocalizedLink to="/chat">{t('errors:page.ask')}</LocalizedLink>
            </p>
          </>
        )}
      </div>
    </SiteLayout>
  )
}
