import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { CaptchaScript, useCaptcha } from '~/components/forms/captcha'
import { ErrorText, Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import type { PageHandle } from '~/components/site/page'
import { useSignInLink } from '~/components/site/sign-in-links'
import { SiteLayout } from '~/components/site/site-layout'
import {
  isOwnAddress,
  longestPassword,
  newPassword,
  shortestPassword,
} from '~/domain/identity/passwords'
import {
  type ActionResult,
  type Asked,
  anybody,
  form,
  formAction,
} from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import { askedFor, destination } from '~/http/links/destination'
import { forEverybody } from '~/http/responses/page-headers'
import { readSession } from '~/http/sessions/session.server'
import { completeSignIn } from '~/http/sessions/sign-in.server'
import { localizedPath } from '~/i18n/addresses'
import { useTranslation } from '~/i18n/translation'

export { pageHeaders as headers } from '~/http/responses/page-headers'

export const handle: PageHandle = {
  page: 'signup:page',
  sheet: 'plain',
  ships: 'document',
  indexed: true,
  captcha: true,
  draftForm: () => 'signup',
}

const signupInput = z
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
  return data(null, { headers: forEverybody })
}

export const action = formAction(anybody, {
  '': form(signupInput, signUp, { email: 'email', password: 'password' }),
})

async function signUp(
  given: z.output<typeof signupInput>,
  { context }: Asked<object>,
): Promise<ActionResult> {
  const { services, config, language } = context
  const { identity } = services
  const signedIn = await limited(context, { name: 'sign-up', account: given.email }, () =>
    identity.signUp(given, context.now()),
  )
  const cookies = [await completeSignIn(context, signedIn, language)]
  // The account exists even if the e-mail fails; the next page can send it again.
  const redirect = askedFor(context)
  const back = redirect ? config.publicOrigin + redirect : undefined
  const sent = await identity.sendVerificationMail(signedIn.tokens.idToken, language, back).then(
    () => ({}),
    () => ({ mail: 'failed' }),
  )
  const query = new URLSearchParams(redirect ? { ...sent, redirect } : sent)
  const next = query.size > 0 ? `/verify-email?${query}` : '/verify-email'
  return { to: localizedPath(next, language), cookies }
}

export default function Signup() {
  const { t } = useTranslation()
  const answer = useForm()
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
