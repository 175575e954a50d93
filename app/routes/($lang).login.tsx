import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLocation, useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ErrorText, Field } from '~/components/field'
import type { PageHandle } from '~/components/page'
import { SiteLayout } from '~/components/site-layout'
import { readForm } from '~/http/forms.server'
import { safeRedirect } from '~/http/safe-redirect'
import { readSession } from '~/http/session.server'
import { completeSignIn, identityFailure } from '~/http/sign-in.server'
import { languageOfPath, localizedPath } from '~/i18n/addresses'
import { LocalizedLink } from '~/i18n/localized-link'

export const handle: PageHandle = {
  page: 'login',
  sheet: 'plain',
  ships: 'document',
  indexed: true,
  draftForm: () => 'login',
}

const loginForm = z.object({
  email: z.string({ required_error: 'errors.email.missing' }).trim().email('errors.email.invalid'),
  password: z.string({ required_error: 'errors.password.missing' }),
})

/** Where sign-in leads: the page that was asked for if it is one of ours, else the desk. */
function destination(request: Request): string {
  const url = new URL(request.url)
  const dashboard = localizedPath('/dashboard', languageOfPath(url.pathname))
  return safeRedirect(url.searchParams.get('redirect'), dashboard)
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await readSession(context, request)) throw redirect(destination(request), 303)
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, loginForm)
  if (form.kind === 'switch-language') return data(form.answer)
  if (form.kind === 'invalid') return data(form.answer, { status: 400 })
  const language = languageOfPath(new URL(request.url).pathname)
  try {
    const signedIn = await context.services.identity.signInWithPassword(form.value, context.now())
    const cookie = await completeSignIn(context, request, signedIn, language)
    return redirect(destination(request), { status: 303, headers: { 'Set-Cookie': cookie } })
  } catch (error) {
    const { answer, status } = identityFailure(error, form.typed)
    return data(answer, { status })
  }
}

export default function Login() {
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  const { pathname, search } = useLocation()
  const [query] = useSearchParams()
  return (
    <SiteLayout>
      <div className="sheet">
        <h1>{t('login.heading')}</h1>
        {query.has('redirect') && !answer && <p className="banner">{t('login.asked')}</p>}
        <form className="stack" id="login" method="post" action={pathname + search}>
          <ErrorText error={answer?.errors.form} />
          <Field
            name="email"
            type="email"
            label={t('login.email')}
            autoComplete="username"
            required
            answer={answer}
          />
          <Field
            name="password"
            type="password"
            label={t('login.password')}
            autoComplete="current-password"
            required
            answer={answer}
          />
          <button className="button">{t('login.submit')}</button>
        </form>
        <p className="aside">
          {t('login.new')} <LocalizedLink to="/signup">{t('login.setUp')}</LocalizedLink>
        </p>
      </div>
    </SiteLayout>
  )
}
