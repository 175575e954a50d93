import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/components/site/page'
import { SiteLayout } from '~/components/site/site-layout'
import { ForgottenPassword } from './forgotten-password'
import { LinkOffer } from './link-offer'
import type { LoginPage } from './loader.server'
import { MailSent } from './mail-sent'
import { SignInMethods } from './sign-in-methods'

export { pageHeaders as headers } from '~/http/responses/page-headers'
export { action } from './actions.server'
export { loader } from './loader.server'

export const handle: PageHandle = {
  page: 'login:page',
  sheet: 'plain',
  ships: { script: 'google' },
  indexed: true,
  captcha: true,
  formsLeadTo: ['https://accounts.google.com'],
  draftForm: (page) => draftForms[(page as LoginPage).view],
}

const draftForms: Partial<Record<LoginPage['view'], string>> = { ways: 'login', forgot: 'forgot' }

export default function Login() {
  const page = useLoaderData() as LoginPage
  return (
    <SiteLayout>
      <div className="sheet">
        {page.view === 'ways' && <SignInMethods page={page} />}
        {page.view === 'forgot' && <ForgottenPassword />}
        {page.view === 'sent-link' && <MailSent kind="link" />}
        {page.view === 'sent-reset' && <MailSent kind="reset" />}
        {page.view === 'offer' && <LinkOffer />}
      </div>
    </SiteLayout>
  )
}
