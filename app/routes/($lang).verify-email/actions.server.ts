import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { Account } from '~/domain/accounts/accounts'
import type { Session } from '~/domain/accounts/sessions'
import { givenEmail } from '~/domain/forms/email'
import type { ClientCode } from '~/domain/identity/errors'
import { IdentityError, type SignedIn } from '~/domain/identity/identity'
import { passwordProblem } from '~/domain/identity/passwords'
import { boundTo } from '~/http/forms/bound-forms.server'
import {
  type ActionResult,
  type Asked,
  type Form,
  type Forms,
  form,
  formAction,
} from '~/http/forms/form-action.server'
import type { NextPage } from '~/http/forms/next-page.server'
import { limited } from '~/http/limits/rate-limits.server'
import { requireSession } from '~/http/sessions/access.server'
import { endAllSessions } from '~/http/sessions/all-sessions.server'
import { admit, enter } from '~/http/sessions/entering.server'
import { knowBrowser } from '~/http/sessions/known-browser.server'
import { revalidate } from '~/http/sessions/revalidation.server'
import { clearSessionCookie, readSession } from '~/http/sessions/session.server'
import { isSameAddress, mailAddressCookie } from '~/http/sessions/sign-in-flow.server'
import { removeUnprovenAccount, sessionOf } from '~/http/sessions/unproven-account.server'
import { secondFactorPath } from '~/http/sessions/waiting-sign-in.server'
import { localizedPath } from '~/i18n/addresses'
import {
  continuation,
  type Done,
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
const confirmInput = z.object({ password: z.string().optional(), captcha: z.string().optional() })

/** Another password fixes these, in the form; other failures concern the link. */
const mendable: readonly ClientCode[] = [
  'missing-password',
  'weak-password',
  'password-does-not-meet-requirements',
]

/** Each uses up the code. */
const linkForms: Record<Mode, Form<AtLink>> = {
  verifyEmail: form(confirmInput, proving(verifyEmail), { password: 'password' }),
  resetPassword: form(passwordInput, orRefused(resetPassword, mendable), { password: 'password' }),
  verifyAndChangeEmail: form(confirmInput, proving(changeEmail), { password: 'password' }),
  recoverEmail: { run: orRefused(recoverEmail) },
  signIn: form(addressInput, orRefused(signIn)),
}

const notMine: Form<AtLink> = { run: orRefused(removeUnproven) }

export const action = formAction(readMail, (at): Forms<object> => {
  if ('session' in at) return boundTo(at, { '': { run: resend } })
  const { link } = at
  if (link.kind === 'refused') return { '': { run: () => shownRefused(link) } }
  const own = { '': linkForms[link.mode] }
  return boundTo({ link }, link.mode === 'verifyEmail' ? { ...own, 'not-mine': notMine } : own)
})

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

/** Who confirms an address: the account's session in this browser, or a sign-in with its password. */
type Confirming = { session: Session } | { signedIn: SignedIn }

type Credentials = z.output<typeof confirmInput>

/** With the account's session or its password, which is refused in the form; then uses up the code. */
function proving(run: (by: Confirming, asked: AskedOfLink) => Promise<ActionResult>) {
  return async (given: Credentials, asked: AskedOfLink): Promise<ActionResult> => {
    const { context, link } = asked
    const { email } = link
    const session = await sessionOf(email, context)
    if (session) return orRefused(run)({ session }, asked)
    const { password, captcha } = given
    if (!password) return { status: 400, errors: { password: 'auth:password.missing' } }
    const { identity } = context.services
    const signedIn = await limited(context, { name: 'sign-in', account: email }, () =>
      identity.signInWithPassword({ email, password, captcha }, context.now()),
    )
    return orRefused(run)({ signedIn }, asked)
  }
}

async function verifyEmail(by: Confirming, { context }: AskedOfLink): Promise<ActionResult> {
  const { accounts, identity } = context.services
  const { email } = await identity.applyVerification(codeIn(context))
  if ('signedIn' in by) {
    const { user, ...rest } = by.signedIn
    const signedIn = { ...rest, user: { ...user, emailVerified: true } }
    const arrival = { signedIn, proof: 'confirmation' } as const
    const { url, config, language } = context
    const to = continuation(url, config.publicOrigin)
    const { cookie, waits } = await admit(context, arrival, language, to)
    const next = done('verifyEmail', context, [cookie])
    return waits ? { ...next, to: secondFactorPath(next.to, language) } : next
  }
  const { session } = by
  const account = await accounts.find(session.user.uid)
  if (account) await accounts.save({ ...account, email, emailVerified: true })
  await endAllSessions(context.services, session.user.uid, session.idHash)
  await revalidate(context, { ...session, checkedAt: new Date(0) })
  return done('verifyEmail', context)
}

async function removeUnproven(_: unknown, { link, context }: AskedOfLink): Promise<ActionResult> {
  await removeUnprovenAccount(context, link.email)
  return done('notMine', context)
}

async function resetPassword(
  { password }: { password: string },
  { link, context }: AskedOfLink,
): Promise<ActionResult> {
  const problem = passwordProblem(password, link.email)
  if (problem) return { status: 400, errors: { password: problem } }
  const { identity } = context.services
  const { email } = await identity.confirmPasswordReset(codeIn(context), password)
  const proved = { email, emailVerified: true }
  return done('resetPassword', context, await signOutEverywhere([email], proved, context))
}

async function changeEmail(_: Confirming, { link, context }: AskedOfLink): Promise<ActionResult> {
  const { identity } = context.services
  const { email } = await identity.applyEmailChange(codeIn(context), context.language)
  const proved = { email, emailVerified: true }
  const cookies = await signOutEverywhere([link.email, email], proved, context)
  return done('verifyAndChangeEmail', context, cookies)
}

/** Who changed the address may know the password, which opens the account only once it is replaced. */
async function recoverEmail(_: unknown, { link, context }: AskedOfLink): Promise<ActionResult> {
  const { email } = await context.services.identity.recoverEmail(codeIn(context))
  const addresses = [link.newEmail, email].filter(Boolean)
  const unproved = { email, emailVerified: false }
  const cookies = await signOutEverywhere(addresses, unproved, context)
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
    const known = await services.accounts.findByEmail(email)
    const signedIn = await services.identity.signInWithEmailLink(
      email,
      codeIn(context),
      context.now(),
    )
    const arrival = { signedIn, proof: 'link', known } as const
    const to = continuation(url, config.publicOrigin) || localizedPath('/dashboard', language)
    const cookies = [mailAddressCookie.clear(context), knowBrowser(context, email)]
    return await enter(context, arrival, { to, cookies })
  } catch (error) {
    if (error instanceof IdentityError && error.code === 'invalid-email') {
      return asking('errors:email.notTheLinks')
    }
    throw error
  }
}

/** Keeps what is true of its address. Returns Set-Cookie values, in case a session was this browser's. */
async function signOutEverywhere(
  addresses: string[],
  address: Pick<Account, 'email' | 'emailVerified'>,
  context: AppLoadContext,
): Promise<string[]> {
  const { accounts } = context.services
  // Read before it ends.
  const own = await readSession(context)
  const found = await Promise.all(addresses.map((each) => accounts.findByEmail(each)))
  const account = found.find((each) => each !== undefined)
  if (account) {
    await accounts.save({ ...account, ...address })
    await endAllSessions(context.services, account.uid)
  }
  const isTheirs = addresses.some((each) => own && isSameAddress(own.user.email, each))
  if (!own || !(isTheirs || own.user.uid === account?.uid)) return []
  await endAllSessions(context.services, own.user.uid)
  return [await clearSessionCookie(context)]
}

/** A clean address keeps the code out of the browser's history. */
function done(mode: Done, context: AppLoadContext, cookies: string[] = []): NextPage {
  const { url, config, language } = context
  const query = new URLSearchParams({ done: mode, lang: language })
  const to = continuation(url, config.publicOrigin)
  if (to) query.set('redirect', to)
  return { to: localizedPath(`/verify-email?${query}`, language), cookies }
}
