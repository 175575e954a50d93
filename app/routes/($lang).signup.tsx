import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { LimitList } from '~/components/desks/limit-list'
import { AccountEmail } from '~/components/forms/account-email'
import { CaptchaScript, useCaptcha } from '~/components/forms/captcha'
import { ErrorText, Field } from '~/components/forms/field'
import { useForm } from '~/components/forms/use-form'
import type { PageHandle } from '~/components/site/page'
import { useSignInLink } from '~/components/site/sign-in-links'
import { SiteLayout } from '~/components/site/site-layout'
import { limitsOf } from '~/domain/desks/entitlements'
import { givenEmail } from '~/domain/forms/email'
import {
  isOwnAddress,
  longestPassword,
  newPassword,
  shortestPassword,
} from '~/domain/identity/passwords'
import { plansOf } from '~/domain/shop/plans'
import { type ActionResult, type Asked, form, formAction } from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import { askedFor, destination } from '~/http/links/destination'
import { forEverybody } from '~/http/responses/page-headers'
import { redirectTo } from '~/http/responses/redirect'
import { readSession } from '~/http/sessions/session.server'
import { completeSignIn } from '~/http/sessions/sign-in.server'
import { mayJoin } from '~/http/sessions/signup.server'
import { localizedPath } from '~/i18n/addresses'
import { formatMoney } from '~/i18n/money'
import { useTranslation } from '~/i18n/translation'

export { pageHeaders as headers } from '~/http/responses/page-headers'

export const handle: PageHandle = {
  page: 'signup:page',
  stylesheet: 'plain',
  scripts: 'none',
  indexed: true,
  allows: ['captcha'],
  details: () => ({ draftForm: 'signup' }),
}

const signupInput = z
  .object({
    email: givenEmail,
    password: newPassword,
    captcha: z.string().optional(),
  })
  .refine(({ email, password }) => !isOwnAddress(password, email), {
    path: ['password'],
    message: 'auth:password.isEmail',
  })

export async function loader({ context }: LoaderFunctionArgs) {
  if (await readSession(context)) {
    throw redirectTo(destination(context))
  }
  await joining(context)
  const { services, config, language, now } = context
  const plans = config.signup === 'open' ? plansOf(await services.catalogue.read(now())) : []
  const shown = plans.map((plan) => ({
    id: plan.id,
    title: plan.title[language],
    price: plan.price > 0 ? formatMoney(plan.price, language) : undefined,
    interval: plan.interval ?? 'month',
    limits: limitsOf([plan]),
  }))
  return data(
    { open: config.signup === 'open', plans: shown },
    { headers: config.signup === 'open' ? forEverybody : {} },
  )
}

/** 404 where the site takes no further accounts. */
async function joining(context: AppLoadContext) {
  if (!(await mayJoin(context))) throw new Response(null, { status: 404 })
  return {}
}

export const action = formAction(joining, {
  '': form(signupInput, signUp, { email: 'email', password: 'password' }),
})

async function signUp(
  given: z.output<typeof signupInput>,
  { context }: Asked<object>,
): Promise<ActionResult> {
  const { services, config, language } = context
  const { identity } = services
  const signedIn = await limited(context, { name: 'sign-up', account: given.email }, async () =>
    (await mayJoin(context, given.email)) ? identity.signUp(given, context.now()) : undefined,
  )
  if (!signedIn) return { status: 403, errors: { email: 'signup:closed' } }
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
        <Offer />
        <form
          className="stack"
          id="signup"
          method="post"
          data-captcha={useCaptcha('signUpPassword')}
          action={useSignInLink('/signup')}
        >
          <ErrorText error={answer?.errors.form} />
          <AccountEmail required />
          <Field
            name="password"
            type="password"
            label={t('login:password')}
            hint={t('signup:passwordHint')}
            autoComplete="new-password"
            required
            minLength={shortestPassword}
            maxLength={longestPassword}
          />
          <button className="button">{t('signup:submit')}</button>
        </form>
        <CaptchaScript />
        <p className="aside">
          {t('signup:have')} <a href={useSignInLink('/login')}>{t('signup:signIn')}</a>
        </p>
        <Plans />
      </div>
    </SiteLayout>
  )
}

/** What an account offers, in a picture and three sentences. */
function Offer() {
  const { t } = useTranslation()
  const { open } = useLoaderData<typeof loader>()
  if (!open) return null
  return (
    <div className="offer">
      <svg
        viewBox="0 0 240 96"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M4 84h232M20 84V62h200v22M108 62a12 12 0 0 1 24 0zm12-12v-5m-4 0h8" />
        <path d="M24 8h56v28H48L36 46V36H24zm10 10h36m-36 8h24M216 18h-48v24h28l10 8v-8h10zm-38 12h28" />
      </svg>
      <p>{t('signup:gets')}</p>
      <p>{t('signup:once')}</p>
      <p>{t('signup:getsNot')}</p>
    </div>
  )
}

/** What it costs, and how it ends: the same as in the settings, where plans are bought. */
function Plans() {
  const { t } = useTranslation()
  const { plans } = useLoaderData<typeof loader>()
  if (plans.length === 0) return null
  return (
    <section className="stack" aria-labelledby="costs">
      <h2 id="costs">{t('signup:costs')}</h2>
      <p>{t('signup:costsText')}</p>
      {plans.map(({ id, title, price, interval, limits }) => (
        <div key={id}>
          <h3>
            {title}
            {` · ${price ? t(`plan:${interval}`, { price }) : t('plan:gratis')}`}
          </h3>
          <LimitList limits={limits} />
        </div>
      ))}
      <p className="quiet">{t('plan:story')}</p>
    </section>
  )
}
