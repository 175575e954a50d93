import { type AppLoadContext, data, redirect } from '@remix-run/node'
import { z } from 'zod'
import type { ClientCode } from '~/domain/identity/errors'
import { IdentityError } from '~/domain/identity/identity'
import { passwordProblem } from '~/domain/identity/passwords'
import { answerForm } from '~/http/forms/answer-form.server'
import { endAllSessions } from '~/http/sessions/all-sessions.server'
import { enter } from '~/http/sessions/entering.server'
import { clearSessionCookie, readSession } from '~/http/sessions/session.server'
import { isSameAddress, mailAddressCookie } from '~/http/sessions/sign-in-flow.server'
import { localizedPath } from '~/i18n/addresses'
import { continuation, type Mode, readLink, refusedLink, type SoundLink } from './link.server'

interface Applying {
  code: string
  link: SoundLink
  request: Request
  context: AppLoadContext
}

/** Uses up the code and redirects, or returns why not. */
export async function applyLink(request: Request, context: AppLoadContext) {
  const link = await readLink(context)
  if (link.kind === 'refused') return data(link, { status: link.status, headers: link.headers })
  const code = context.url.searchParams.get('oobCode') ?? ''
  try {
    return await deeds[link.mode]({ code, link, request, context })
  } catch (error) {
    return refuse(error, context)
  }
}

function refuse(error: unknown, context: AppLoadContext) {
  const refused = refusedLink(error, context)
  return data(refused, { status: refused.status, headers: refused.headers })
}

const deeds = {
  verifyEmail,
  resetPassword,
  verifyAndChangeEmail: changeEmail,
  recoverEmail,
  signIn,
} satisfies Record<Mode, (applying: Applying) => unknown>

/** Updates the session of the same address at once. */
async function verifyEmail({ code, context }: Applying) {
  const { accounts, identity, sessions } = context.services
  const { email } = await identity.applyVerification(code)
  const account = await accounts.findByEmail(email)
  if (account) await accounts.save({ ...account, emailVerified: true })
  const session = await readSession(context)
  if (session && session.user.email === email) {
    await sessions.refresh(session.idHash, { ...session.user, emailVerified: true })
  }
  return done('verifyEmail', context)
}

/** Another password fixes these, in the form; other failures concern the link. */
const mendable: readonly ClientCode[] = [
  'missing-password',
  'weak-password',
  'password-does-not-meet-requirements',
]

const passwordForm = z.object({
  password: z.string({ required_error: 'auth:password.missing' }),
})

function resetPassword({ code, link, request, context }: Applying) {
  return answerForm(request, passwordForm, { password: 'password' }, async ({ password }) => {
    const problem = passwordProblem(password, link.email)
    if (problem) return data({ typed: {}, errors: { password: problem } }, { status: 400 })
    try {
      const { email } = await context.services.identity.confirmPasswordReset(code, password)
      const cookies = await signOutEverywhere({ addresses: [email], email, context })
      return done('resetPassword', context, cookies)
    } catch (error) {
      if (error instanceof IdentityError && !mendable.includes(error.code)) {
        return refuse(error, context)
      }
      throw error
    }
  })
}

async function changeEmail({ code, link, context }: Applying) {
  const language = context.language
  const { email } = await context.services.identity.applyEmailChange(code, language)
  const addresses = [link.email, email]
  const cookies = await signOutEverywhere({ addresses, email, context })
  return done('verifyAndChangeEmail', context, cookies)
}

async function recoverEmail({ code, link, context }: Applying) {
  const { email } = await context.services.identity.recoverEmail(code)
  const addresses = [link.newEmail, email].filter(Boolean)
  const cookies = await signOutEverywhere({ addresses, email, context })
  cookies.push(mailAddressCookie.write(context, { email }))
  return done('recoverEmail', context, cookies)
}

const addressForm = z.object({ email: z.string().trim().email('errors:email.invalid').optional() })

function signIn({ code, request, context }: Applying) {
  return answerForm(request, addressForm, { email: 'email' }, async (form) => {
    const email = form.email ?? mailAddressCookie.read(context)?.email
    const asking = (key: string) =>
      data({ typed: { email: email ?? '' }, errors: { email: key } }, { status: 400 })
    if (!email) return asking('errors:email.missing')
    try {
      const { identity } = context.services
      const signedIn = await identity.signInWithEmailLink(email, code, context.now())
      const url = context.url
      const language = context.language
      const wanted = continuation(url, context.config.publicOrigin)
      const to = wanted || localizedPath('/dashboard', language)
      const cookies = [mailAddressCookie.clear(context)]
      return await enter(context, signedIn, { language, to, cookies })
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error
      if (error.code === 'invalid-email') return asking('errors:email.notTheLinks')
      return refuse(error, context)
    }
  })
}

/**
 * Ends all sessions of the account with one of these addresses, past or present, and stores its
 * present one. Returns Set-Cookie values, in case a session was this browser's.
 */
async function signOutEverywhere({
  addresses,
  email,
  context,
}: {
  addresses: string[]
  email: string
  context: AppLoadContext
}): Promise<string[]> {
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
function done(mode: Mode, context: AppLoadContext, cookies: string[] = []) {
  const url = context.url
  const language = context.language
  const query = new URLSearchParams({ done: mode, lang: language })
  const to = continuation(url, context.config.publicOrigin)
  if (to) query.set('redirect', to)
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return redirect(localizedPath(`/verify-email?${query}`, language), { status: 303, headers })
}
