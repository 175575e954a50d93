import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { Session } from '~/domain/accounts/sessions'
import { givenEmail } from '~/domain/forms/email'
import type { ClientCode } from '~/domain/identity/errors'
import { IdentityError } from '~/domain/identity/identity'
import { passwordProblem } from '~/domain/identity/passwords'
import {
  type ActionResult,
  type Asked,
  type Form,
  form,
  formAction,
} from '~/http/forms/form-action.server'
import { requireSession } from '~/http/sessions/access.server'
import { endAllSessions } from '~/http/sessions/all-sessions.server'
import { enter } from '~/http/sessions/entering.server'
import { revalidate } from '~/http/sessions/revalidation.server'
import { clearSessionCookie, readSession } from '~/http/sessions/session.server'
import { isSameAddress, mailAddressCookie } from '~/http/sessions/sign-in-flow.server'
import { localizedPath } from '~/i18n/addresses'
import {
  continuation,
  type Link,
  type Mode,
  type RefusedLink,
  readLink,
  refusedLink,
  type SoundLink,
} from './link.server'
import { resend } from './verification.server'

type AtMail = { link: Link } | { session: Session }

interface AtLink {
  link: SoundLink
}

type AskedOfLink = Asked<AtLink>

async function readMail(context: AppLoadContext): Promise<AtMail> {
  if (context.url.searchParams.has('oobCode')) return { link: await readLink(context) }
  return { session: await requireSession(context) }
}

const passwordInput = z.object({
  password: z.string({ required_error: 'auth:password.missing' }),
})
const addressInput = z.object({ email: givenEmail.optional() })

/** Another password fixes these, in the form; other failures concern the link. */
const mendable: readonly ClientCode[] = [
  'missing-password',
  'weak-password',
  'password-does-not-meet-requirements',
]

/** Each uses up the code. */
const linkForms: Record<Mode, Form<AtLink>> = {
  verifyEmail: { run: orRefused(verifyEmail) },
  resetPassword: form(passwordInput, orRefused(resetPassword, mendable), { password: 'password' }),
  verifyAndChangeEmail: { run: orRefused(changeEmail) },
  recoverEmail: { run: orRefused(recoverEmail) },
  signIn: form(addressInput, orRefused(signIn)),
}

export const action = formAction(readMail, (at) => ({ '': formOf(at) as Form<AtMail> }))

function formOf(at: AtMail) {
  if ('session' in at) return { run: resend }
  const { link } = at
  return link.kind === 'refused' ? { run: () => shownRefused(link) } : linkForms[link.mode]
}

/** For these codes the form stays; any other refusal replaces it. */
function orRefused<Value>(
  run: (value: Value, asked: AskedOfLink) => Promise<ActionResult>,
  except: readonly ClientCode[] = [],
): typeof run {
  return async (value, asked) => {
    try {
      return await run(value, asked)
    } catch (error) {
      if (error instanceof IdentityError && except.includes(error.code)) throw error
      return shownRefused(refusedLink(error, asked.context))
    }
  }
}

function shownRefused(link: RefusedLink): ActionResult {
  const { status, headers } = link
  return { status, headers, more: { link } }
}

function codeIn({ url }: AppLoadContext): string {
  return url.searchParams.get('oobCode') ?? ''
}

/** Sessions of an account, newest first, that hear at once of a verified address; others within minutes. */
const mostAsked = 5

async function verifyEmail(_: unknown, { context }: AskedOfLink): Promise<ActionResult> {
  const { accounts, identity, sessions } = context.services
  const { email } = await identity.applyVerification(codeIn(context))
  const account = await accounts.findByEmail(email)
  if (account) {
    await accounts.save({ ...account, emailVerified: true })
    const open = (await sessions.list(account.uid)).slice(0, mostAsked)
    await Promise.all(
      open.map((session) => revalidate(context, { ...session, checkedAt: new Date(0) })),
    )
  }
  return done('verifyEmail', context)
}

async function resetPassword(
  { password }: { password: string },
  { link, context }: AskedOfLink,
): Promise<ActionResult> {
  const problem = passwordProblem(password, link.email)
  if (problem) return { status: 400, errors: { password: problem } }
  const { identity } = context.services
  const { email } = await identity.confirmPasswordReset(codeIn(context), password)
  return done('resetPassword', context, await signOutEverywhere([email], email, context))
}

async function changeEmail(_: unknown, { link, context }: AskedOfLink): Promise<ActionResult> {
  const { identity } = context.services
  const { email } = await identity.applyEmailChange(codeIn(context), context.language)
  const cookies = await signOutEverywhere([link.email, email], email, context)
  return done('verifyAndChangeEmail', context, cookies)
}

async function recoverEmail(_: unknown, { link, context }: AskedOfLink): Promise<ActionResult> {
  const { email } = await context.services.identity.recoverEmail(codeIn(context))
  const addresses = [link.newEmail, email].filter(Boolean)
  const cookies = await signOutEverywhere(addresses, email, context)
  return done('recoverEmail', context, [...cookies, mailAddressCookie.write(context, { email })])
}

async function signIn(form: { email?: string }, { context }: AskedOfLink): Promise<ActionResult> {
  const { services, config, url, language } = context
  const email = form.email ?? mailAddressCookie.read(context)?.email ?? ''
  const asking = (problem: string): ActionResult => {
    return { status: 400, typed: { email }, errors: { email: problem } }
  }
  if (!email) return asking('errors:email.missing')
  try {
    const signedIn = await services.identity.signInWithEmailLink(
      email,
      codeIn(context),
      context.now(),
    )
    const to = continuation(url, config.publicOrigin) || localizedPath('/dashboard', language)
    return await enter(context, signedIn, { to, cookies: [mailAddressCookie.clear(context)] })
  } catch (error) {
    if (error instanceof IdentityError && error.code === 'invalid-email') {
      return asking('errors:email.notTheLinks')
    }
    throw error
  }
}

/** Keeps its present address. Returns Set-Cookie values, in case a session was this browser's. */
async function signOutEverywhere(
  addresses: string[],
  email: string,
  context: AppLoadContext,
): Promise<string[]> {
  const { accounts } = context.services
  // Read before it ends.
  const own = await readSession(context)
  const found = await Promise.all(addresses.map((address) => accounts.findByEmail(address)))
  const account = found.find((each) => each !== undefined)
  if (account) {
    await accounts.save({ ...account, email, emailVerified: true })
    await endAllSessions(context.services, account.uid)
  }
  const isTheirs = addresses.some((address) => own && isSameAddress(own.user.email, address))
  if (!own || !(isTheirs || own.user.uid === account?.uid)) return []
  await endAllSessions(context.services, own.user.uid)
  return [await clearSessionCookie(context)]
}

/** A clean address keeps the code out of the browser's history. */
function done(mode: Mode, context: AppLoadContext, cookies: string[] = []): ActionResult {
  const { url, config, language } = context
  const query = new URLSearchParams({ done: mode, lang: language })
  const to = continuation(url, config.publicOrigin)
  if (to) query.set('redirect', to)
  return { to: localizedPath(`/verify-email?${query}`, language), cookies }
}
