import { type AppLoadContext, data, type LoaderFunctionArgs } from '@remix-run/node'
import type { ShownProvider } from '~/components/forms/provider-form'
import { clientCodes, describe } from '~/domain/identity/errors'
import { type LoginProvider, providerName } from '~/domain/identity/login-providers'
import { sessionFate } from '~/domain/identity/tokens'
import { readUnsent } from '~/http/cookies/unsent.server'
import { wordError } from '~/http/forms/forms.server'
import { leadOn } from '~/http/forms/next-page.server'
import { askedFor, destination } from '~/http/links/destination'
import { invitationIn } from '~/http/links/invitation-path'
import { confidential, forEverybody } from '~/http/responses/page-headers'
import { redirectTo } from '~/http/responses/redirect'
import { type PopupSettings, popupSettings } from '~/http/sessions/google-popup.server'
import { askedInvitation, type ShownInvitation } from '~/http/sessions/invitation.server'
import { passkeySignIn } from '~/http/sessions/passkeys.server'
import { pendingLink } from '~/http/sessions/provider-links.server'
import { comesBack, finishTrip, google } from '~/http/sessions/provider-trips.server'
import { readSession } from '~/http/sessions/session.server'
import { challenge } from '~/http/sessions/sign-in.server'
import { signInFlowCookie } from '~/http/sessions/sign-in-flow.server'
import { waitingSignInCookie } from '~/http/sessions/waiting-sign-in.server'
import { localizedPath } from '~/i18n/addresses'

type View = 'ways' | 'second' | 'forgot' | 'sent-link' | 'sent-reset' | 'offer'

export interface LoginPage {
  view: View
  over?: string
  problem?: string
  /** By the names of the provider and of the ways into the account. */
  conflict?: { email: string; provider: string; providers: string[] }
  /** Of the provider whose link is offered. */
  offered?: string
  providers: ShownProvider[]
  /** Of Google's, where accounts are Firebase's. */
  popup?: PopupSettings
  hasPasskeys: boolean
  /** The address of the invitation that brings somebody. */
  invited?: string
  /** Whether typed text waits for its account to sign in. */
  unsent: boolean
}

export function loginPath(context: AppLoadContext, query: Record<string, string>): string {
  const wanted = askedFor(context)
  const invitation = invitationIn(wanted)
  const onward: Record<string, string> =
    invitation === undefined ? { redirect: wanted } : { invitation }
  const search = new URLSearchParams(wanted ? { ...query, ...onward } : query)
  return localizedPath(`/login?${search}`, context.language)
}

export async function loader({ context }: LoaderFunctionArgs) {
  if (comesBack(context)) throw leadOn(await finishTrip(context, google), context)
  const asked = await askedInvitation(context)
  // There it says why it cannot be accepted.
  if (asked && asked.state !== 'open') throw redirectTo(askedFor(context))
  const { page, status } = await readLoginPage(context, asked)
  const session = await readSession(context)
  const isSecond = page.view === 'second'
  if (session && page.view !== 'offer' && !isSecond) throw redirectTo(destination(context))
  if (isSecond && !waitingSignInCookie.read(context))
    throw redirectTo(loginPath(context, { problem: 'second-factor-over' }))
  const headers = asked || isSecond ? confidential : forEverybody
  return data(page, { status, headers: status === 401 ? challenge : headers })
}

async function readLoginPage(
  context: AppLoadContext,
  asked: ShownInvitation | undefined,
): Promise<{ page: LoginPage; status: number }> {
  const { searchParams } = context.url
  const { loginProviders } = context.config
  const code = clientCodes.find((each) => each === searchParams.get('problem'))
  const problem = code && describe(code)
  const text = problem && wordError(problem.key, context.language)
  const isOver =
    code === 'second-factor-over' ||
    (code !== undefined && sessionFate(code, 'fresh-token') === 'end')
  const way = signInFlowCookie.read(context)
  const met = searchParams.has('conflict') && way?.kind === 'conflict' ? way : undefined
  const offer = await pendingLink(context)
  const page: LoginPage = {
    view: offer ? 'offer' : viewOf(searchParams),
    over: isOver ? text : undefined,
    problem: isOver ? undefined : text,
    conflict: met && {
      email: met.email,
      provider: nameOf(loginProviders, met.provider),
      // The sentences name the password and the e-mailed link themselves.
      providers: met.providers
        .filter((each) => each !== 'password' && each !== 'emailLink')
        .map((issuer) => providerName(loginProviders, issuer)),
    },
    offered: offer && nameOf(loginProviders, offer.provider),
    providers: loginProviders.map(({ id, name }) => ({ id, name })),
    popup: popupSettings(context.config, destination(context)),
    hasPasskeys: passkeySignIn(context) !== undefined,
    invited: asked?.invitation?.email,
    unsent: readUnsent(context).length > 0,
  }
  return { page, status: problem?.status ?? 200 }
}

function nameOf(providers: readonly LoginProvider[], provider: string): string {
  return providers.find(({ id }) => id === provider)?.name ?? 'Google'
}

function viewOf(query: URLSearchParams): View {
  const sent = query.get('sent')
  if (sent === 'link' || sent === 'reset') return `sent-${sent}`
  if (query.has('second')) return 'second'
  return query.has('forgot') ? 'forgot' : 'ways'
}
