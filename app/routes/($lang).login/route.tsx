import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/components/site/page'
import { SiteLayout } from '~/components/site/site-layout'
import { destination } from '~/http/links/destination'
import { readSession } from '~/http/sessions/session.server'
import { challenge } from '~/http/sessions/sign-in.server'
import { ForgottenPassword } from './forgotten-password'
import { comesBack, finishGoogle } from './google.server'
import { LinkOffer } from './link-offer'
import { type LoginPage, readLoginPage } from './login-page.server'
import { MailSent } from './mail-sent'
import { SignInMethods } from './sign-in-methods'
import { answerLogin } from './sign-in-methods.server'

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

/** For a refusal's Retry-After. */
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  new Headers([...loaderHeaders, ...actionHeaders])

export async function loader({ context }: LoaderFunctionArgs) {
  if (comesBack(context)) throw await finishGoogle(context)
  const { page, status } = await readLoginPage(context)
  const session = await readSession(context)
  if (session && page.view !== 'offer') throw redirect(destination(context), 303)
  return data(page, { status, headers: status === 401 ? challenge : {} })
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerLogin(request, context)
}

export default function Login() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <SiteLayout>
      <div className="sheet">
        {page.view === 'ways' && <SignInMethods page={page} answer={answer} />}
        {page.view === 'forgot' && <ForgottenPassword answer={answer} />}
        {page.view === 'sent-link' && <MailSent kind="link" />}
        {page.view === 'sent-reset' && <MailSent kind="reset" />}
        {page.view === 'offer' && <LinkOffer answer={answer} />}
      </div>
    </SiteLayout>
  )
}
