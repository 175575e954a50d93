import { type AppLoadContext, data, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { ClientCode } from '~/domain/identity/errors'
import { IdentityError } from '~/domain/identity/identity'
import { answerForm } from '~/http/forms/answer-form.server'
import { readForm } from '~/http/forms/forms.server'
import { attempt } from '~/http/limits/attempts.server'
import { destination } from '~/http/links/destination'
import { captchaHeaders } from '~/http/sessions/captcha.server'
import { enter } from '~/http/sessions/entering.server'
import { mailAddressCookie } from '~/http/sessions/sign-in-flow.server'
import { linkGoogle, startGoogle } from './google.server'
import { loginPath } from './login-page.server'

const email = z
  .string({ required_error: 'errors:email.missing' })
  .trim()
  .email('errors:email.invalid')

const captcha = z.string().optional()

const addressFields = { email: 'email' }
const passwordFields = { ...addressFields, password: 'password' }

const addressForm = z.object({ email, captcha })
const passwordForm = z.object({
  email,
  captcha,
  password: z.string({ required_error: 'auth:password.missing' }),
})

/** A form without a button is the password's. */
export async function answerLogin(request: Request, context: AppLoadContext) {
  switch ((await readForm(request.clone())).get('intent')) {
    case 'link':
      return answerForm(request, addressForm, addressFields, (form) => sendLink(context, form))
    case 'reset':
      return answerForm(request, addressForm, addressFields, (form) => sendReset(context, form))
    case 'google':
      return startGoogle(context)
    case 'link-google':
      return linkGoogle(context)
    default:
      return answerForm(request, passwordForm, passwordFields, async (form) => {
        const { identity } = context.services
        const signedIn = await attempt(context, { act: 'sign-in', account: form.email }, () =>
          identity.signInWithPassword(form, context.now()),
        )
        const language = context.language
        return enter(context, signedIn, { language, to: destination(context) })
      })
  }
}

type AddressForm = z.output<typeof addressForm>

async function sendLink(context: AppLoadContext, form: AddressForm) {
  const { identity } = context.services
  const language = context.language
  const continueUrl = context.config.publicOrigin + destination(context)
  return mailed('link', context, form, () =>
    identity.sendSignInLink(form.email, language, { continueUrl, captcha: form.captcha }),
  )
}

async function sendReset(context: AppLoadContext, form: AddressForm) {
  const { identity } = context.services
  const url = context.url
  // Only with a page asked for is it worth a setting that the identity service may refuse.
  const continueUrl = url.searchParams.has('redirect')
    ? context.config.publicOrigin + destination(context)
    : undefined
  return mailed('reset', context, form, () =>
    identity.sendPasswordReset(form.email, context.language, {
      continueUrl,
      captcha: form.captcha,
    }),
  )
}

/** What would reveal an account looks like an e-mail sent. */
const telling: readonly ClientCode[] = ['user-not-found', 'user-disabled']

const captchaCodes: readonly ClientCode[] = [
  'missing-recaptcha-token',
  'invalid-recaptcha-token',
  'captcha-check-failed',
]

async function mailed(
  kind: 'link' | 'reset',
  context: AppLoadContext,
  { email }: AddressForm,
  send: () => Promise<void>,
) {
  try {
    await attempt(context, { act: 'mail', account: email }, send)
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error
    if (captchaCodes.includes(error.code)) {
      const errors = { form: 'login:captchaForMail' }
      return data(
        { typed: { email }, errors },
        { status: 400, headers: captchaHeaders(error.code) },
      )
    }
    if (!telling.includes(error.code)) throw error
  }
  const headers = { 'Set-Cookie': mailAddressCookie.write(context, { email }) }
  return redirect(loginPath(context, { sent: kind }), { status: 303, headers })
}
