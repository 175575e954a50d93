import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { givenEmail } from '~/domain/forms/email'
import type { ClientCode } from '~/domain/identity/errors'
import { IdentityError } from '~/domain/identity/identity'
import {
  type ActionResult,
  type Asked,
  anybody,
  form,
  formAction,
} from '~/http/forms/form-action.server'
import { limited } from '~/http/limits/rate-limits.server'
import { destination } from '~/http/links/destination'
import { captchaHeaders } from '~/http/sessions/captcha.server'
import { enter } from '~/http/sessions/entering.server'
import { knowBrowser } from '~/http/sessions/known-browser.server'
import { linkPending } from '~/http/sessions/provider-links.server'
import {
  type Departing,
  depart,
  google,
  refusal,
  startTrip,
} from '~/http/sessions/provider-trips.server'
import { mailAddressCookie } from '~/http/sessions/sign-in-flow.server'
import { loginPath } from './loader.server'
import { enterWithPasskey, passkeyInput } from './passkey.server'
import { giveCode, secondFactorInput } from './second-factor.server'

/** A reCAPTCHA response, on the second try. */
const captcha = z.string().optional()

const addressInput = z.object({ email: givenEmail, captcha })
const passwordInput = addressInput.extend({
  password: z.string({ required_error: 'auth:password.missing' }),
})

const providerInput = z.object({ provider: z.string() })

/** A form without a button is the password's. */
export const action = formAction(anybody, {
  '': form(passwordInput, signIn, { email: 'email', password: 'password' }),
  link: form(addressInput, sendLink, { email: 'email' }),
  forgot: { run: () => ({ status: 200 }), free: true },
  reset: form(addressInput, sendReset, { email: 'email' }),
  second: form(secondFactorInput, giveCode, { code: 'code' }),
  passkey: form(passkeyInput, enterWithPasskey),
  google: { run: startGoogle },
  provider: form(providerInput, leave),
  'link-provider': { run: linkPending },
})

async function signIn(
  form: z.output<typeof passwordInput>,
  { context }: Asked<object>,
): Promise<ActionResult> {
  const signedIn = await limited(context, { name: 'sign-in', account: form.email }, () =>
    context.services.identity.signInWithPassword(form, context.now()),
  )
  const cookies = [knowBrowser(context, form.email)]
  return enter(context, { signedIn, proof: 'password' }, { to: destination(context), cookies })
}

async function startGoogle(_: unknown, { context }: Asked<object>): Promise<ActionResult> {
  try {
    const to = destination(context)
    const { address, cookie } = await startTrip(context, google, { to })
    return { to: address, cookies: [cookie] }
  } catch (error) {
    return refusal(error, 'google')
  }
}

function leave(
  { provider }: z.output<typeof providerInput>,
  { context }: Asked<object>,
): Promise<ActionResult<Departing>> {
  return depart(context, provider, { to: destination(context) })
}

type AddressForm = z.output<typeof addressInput>

function sendLink(form: AddressForm, { context }: Asked<object>) {
  const continueUrl = context.config.publicOrigin + destination(context)
  const { email, captcha } = form
  return mailed('link', context, form, () =>
    context.services.identity.sendSignInLink(email, context.language, { continueUrl, captcha }),
  )
}

function sendReset(form: AddressForm, { context }: Asked<object>) {
  // Only with a page to return to, since the identity service may refuse the setting.
  const continueUrl = context.url.searchParams.has('redirect')
    ? context.config.publicOrigin + destination(context)
    : undefined
  const { email, captcha } = form
  return mailed('reset', context, form, () =>
    context.services.identity.sendPasswordReset(email, context.language, { continueUrl, captcha }),
  )
}

/** Errors that would reveal an account look like a sent e-mail. */
const revealing: readonly ClientCode[] = ['user-not-found', 'user-disabled']

const captchaCodes: readonly ClientCode[] = [
  'missing-recaptcha-token',
  'invalid-recaptcha-token',
  'captcha-check-failed',
]

async function mailed(
  sent: 'link' | 'reset',
  context: AppLoadContext,
  { email }: AddressForm,
  send: () => Promise<void>,
): Promise<ActionResult> {
  try {
    await limited(context, { name: 'mail', account: email }, send)
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error
    if (captchaCodes.includes(error.code)) {
      return {
        status: 400,
        errors: { form: 'login:captchaForMail' },
        headers: captchaHeaders(error.code),
      }
    }
    if (!revealing.includes(error.code)) throw error
  }
  const cookies = [mailAddressCookie.write(context, { email })]
  return { to: loginPath(context, { sent }), cookies }
}
