import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { CaptchaScript, useCaptcha } from '~/components/forms/captcha'
import { ErrorText, Field } from '~/components/forms/field'
import type { PageHandle } from '~/components/site/page'
import { useSignInLink } from '~/components/site/sign-in-links'
import { SiteLayout } from '~/components/site/site-layout'
import {
  isOwnAddress,
  longestPassword,
  newPassword,
  shortestPassword,
} from '~/domain/identity/passwords'
import { readFields, readForm } from '~/http/forms/forms.server'
import { attempt } from '~/http/limits/attempts.server'
import { askedFor, destination } from '~/http/links/destination'
import { readSession } from '~/http/sessions/session.server'
import { completeSignIn, identityFailure } from '~/http/sessions/sign-in.server'
import { localizedPath } from '~/i18n/addresses'
import { useTranslation } from '~/i18n/translation'

export const handle: PageHandle = {
  page: 'signup:page',
  sheet: 'plain',
  ships: 'document',
  indexed: true,
  captcha: true,
  draftForm: () => 'signup',
}

/** For a refusal's Retry-After. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

const signupForm = z
  .object({
    email: z
      .string({ required_error: 'errors:email.missing' })
      .trim()
      .email('errors:email.invalid'),
    password: newPassword,
    captcha: z.string().optional(),
  })
  .refine(({ email, password }) => !isOwnAddress(password, email), {
    path: ['password'],
    message: 'auth:password.isEmail',
  })

export async function loader({ context }: LoaderFunctionArgs) {
  if (await readSession(context)) {
    throw redirect(destination(context), 303)
  }
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = readFields(await readForm(request), signupForm)
  if (form.kind === 'switch-language') return data(form.answer)
  if (form.kind === 'invalid') return data(form.answer, { status: 400 })
  const { identity } = context.services
  const origin = context.config.publicOrigin
  const language = context.language
  try {
    const signedIn = await attempt(context, { act: 'sign-up', account: form.value.email }, () =>
      identity.signUp(form.value, context.now()),
    )
    const cookie = await completeSignIn(context, signedIn, language)
    // The account exists even if the e-mail fails; the next page can send it again.
    const { idToken } = signedIn.tokens
    const to = askedFor(context)
    const sent = await identity
      .sendVerificationMail(idToken, language, to ? origin + to : undefined)
      .then(
        () => ({}),
        () => ({ mail: 'failed' }),
      )
    const query = new URLSearchParams(to ? { ...sent, redirect: to } : sent)
    const next = query.size > 0 ? `/verify-email?${query}` : '/verify-email'
    return redirect(localizedPath(next, language), {
      status: 303,
      headers: { 'Set-Cookie': cookie },
    })
  } catch (error) {
    const { errors, ...init } = identityFailure(error, {
      email: 'email',
      password: 'password',
    })
    return data({ typed: form.typed, errors }, init)
  }
}

export default function Signup() {
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  return (
    <SiteLayout>
      <div className="sheet">
        <div>
          <h1>{t('signup:heading')}</h1>
          <p className="lead">{t('signup:lead')}</p>
        </div>
        <form
          className="stack"
          id="signup"
          method="post"
          data-captcha={useCaptcha('signUpPassword')}
          action={useSignInLink('/signup')}
        >
          <ErrorText error={answer?.errors.form} />
          <Field
            name="email"
            type="email"
            label={t('login:email')}
            autoComplete="username"
            required
            answer={answer}
          />
          <Field
            name="password"
            type="password"
            label={t('login:password')}
            hint={t('signup:passwordHint')}
            autoComplete="new-password"
            required
            minLength={shortestPassword}
            maxLength={longestPassword}
            answer={answer}
          />
          <button className="button">{t('signup:submit')}</button>
        </form>
        <CaptchaScript />
        <p className="aside">
          {t('signup:have')} <a href={useSignInLink('/login')}>{t('signup:signIn')}</a>
        </p>
      </div>
    </SiteLayout>
  )
}
