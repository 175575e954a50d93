import { useLoaderData } from '@remix-run/react'
import { useForm } from '~/components/forms/use-form'
import { Departure } from '~/components/site/departure'
import { NoMail } from '~/components/site/no-mail'
import type { PageHandle, ScriptName } from '~/components/site/page'
import { useSendsNoMail } from '~/components/site/session'
import { useSignInLink } from '~/components/site/sign-in-links'
import { SiteLayout } from '~/components/site/site-layout'
import type { FormAnswer } from '~/domain/forms/forms'
import type { Departing } from '~/http/sessions/provider-trips.server'
import { useTranslation } from '~/i18n/translation'
import { ForgottenPassword } from './forgotten-password'
import { LinkOffer } from './link-offer'
import type { LoginPage } from './loader.server'
import { SecondFactor } from './second-factor'
import { SignInMethods } from './sign-in-methods'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'login:page',
  stylesheet: 'plain',
  scripts: 'google',
  prefetches: 'desk',
  indexed: true,
  allows: ['captcha', 'google'],
  details: (data) => {
    const page = data as LoginPage | undefined
    return {
      draftForm: page && draftForms[page.view],
      scripts: page && scriptOf(page),
    }
  },
}

function scriptOf({ view, popup, hasPasskeys }: LoginPage): ScriptName | undefined {
  if (view === 'ways' && hasPasskeys) return 'passkey'
  return !popup || view === 'second' ? 'page' : undefined
}

const draftForms: Partial<Record<LoginPage['view'], string>> = { ways: 'login', forgot: 'forgot' }

export default function Login() {
  const page = useLoaderData() as LoginPage
  const answer = useForm<FormAnswer & Departing>()
  if (answer?.leavesFor) return <Leaving {...answer.leavesFor} />
  return (
    <SiteLayout>
      <div className="sheet">
        {page.view === 'ways' && <SignInMethods page={page} />}
        {page.view === 'second' && <SecondFactor />}
        {page.view === 'forgot' && <ForgottenPassword />}
        {page.view === 'sent-link' && <MailSent kind="link" />}
        {page.view === 'sent-reset' && <MailSent kind="reset" />}
        {page.offered && <LinkOffer provider={page.offered} />}
      </div>
    </SiteLayout>
  )
}

function Leaving(leavesFor: NonNullable<Departing['leavesFor']>) {
  return (
    <SiteLayout>
      <div className="sheet">
        <Departure {...leavesFor} />
      </div>
    </SiteLayout>
  )
}

/** The same for every address: it must not reveal accounts. */
function MailSent({ kind }: { kind: 'link' | 'reset' }) {
  const { t } = useTranslation()
  const again = useSignInLink('/login', kind === 'reset' ? { forgot: '' } : {})
  const sendsNoMail = useSendsNoMail()
  return (
    <>
      <h1>{t(sendsNoMail ? 'nomail:heading' : 'login:sentHeading')}</h1>
      <NoMail />
      {!sendsNoMail && (
        <>
          <p className="banner">{t(kind === 'link' ? 'login:sentLink' : 'login:sentReset')}</p>
          <p>{t('login:sentHint')}</p>
        </>
      )}
      <p className="aside">
        <a href={again}>{t(kind === 'link' ? 'login:back' : 'login:again')}</a>
      </p>
    </>
  )
}
