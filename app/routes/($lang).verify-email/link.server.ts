import type { AppLoadContext } from '@remix-run/node'
import { type ActionKind, IdentityError } from '~/domain/identity/identity'
import { parseUrl } from '~/domain/text/urls'
import { wordError } from '~/http/forms/forms.server'
import { limited } from '~/http/limits/rate-limits.server'
import { safeRedirect } from '~/http/links/safe-redirect'
import { identityFailure } from '~/http/sessions/sign-in.server'

export type Mode =
  | 'verifyEmail'
  | 'resetPassword'
  | 'verifyAndChangeEmail'
  | 'recoverEmail'
  | 'signIn'

/** What a link has done. */
export type Done = Mode | 'notMine'

const modes: Record<ActionKind, Mode> = {
  VERIFY_EMAIL: 'verifyEmail',
  PASSWORD_RESET: 'resetPassword',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  EMAIL_SIGNIN: 'signIn',
}

export interface SoundLink {
  kind: 'sound'
  mode: Mode
  /** Empty for signing in: the service does not say. */
  email: string
  newEmail: string
}

export interface RefusedLink {
  kind: 'refused'
  mode: Mode
  status: number
  headers: Record<string, string>
  reason: string
  remedy: 'mail' | 'time' | 'none'
}

export type Link = SoundLink | RefusedLink

/** Does not use up the code. The code's own kind decides; the address is only a hint. */
export async function readLink(context: AppLoadContext): Promise<Link> {
  const code = context.url.searchParams.get('oobCode') ?? ''
  try {
    const { identity } = context.services
    const found = await limited(context, { name: 'sign-in', way: 'link' }, () =>
      identity.checkActionCode(code),
    )
    const { kind, email, newEmail = '' } = found
    return { kind: 'sound', mode: modes[kind], email, newEmail }
  } catch (error) {
    return refusedLink(error, context)
  }
}

export function refusedLink(error: unknown, { url, language }: AppLoadContext): RefusedLink {
  const { errors, status, headers } = identityFailure(error)
  const [problem = 'errors:general'] = Object.values(errors)
  const reason = wordError(problem, language)
  const hint = url.searchParams.get('mode')
  const mode = asMode(hint) ?? 'verifyEmail'
  return { kind: 'refused', mode, status, headers, reason, remedy: remedyFor(error, status) }
}

function remedyFor(error: unknown, status: number): RefusedLink['remedy'] {
  if (status === 429 || status === 503) return 'time'
  return error instanceof IdentityError && error.code === 'user-disabled' ? 'none' : 'mail'
}

export function doneOf({ searchParams }: URL): Done | undefined {
  const done = searchParams.get('done')
  if (done === 'notMine') return done
  return done === null ? undefined : (asMode(done) ?? 'verifyEmail')
}

/** A path of this site; empty for an altered one. */
export function continuation({ searchParams }: URL, publicOrigin: string): string {
  const wanted = searchParams.get('continueUrl')
  if (wanted === null) return safeRedirect(searchParams.get('redirect'), '')
  if (parseUrl(wanted)?.origin !== publicOrigin) return ''
  const { pathname, search, hash } = new URL(wanted)
  return safeRedirect(pathname + search + hash, '')
}

/** Removes the identity service's key from an e-mail's address; undefined for other addresses. */
export function addressFromMail({ pathname, searchParams }: URL): string | undefined {
  if (!searchParams.has('apiKey')) return undefined
  const query = new URLSearchParams(searchParams)
  query.delete('apiKey')
  return `${pathname}?${query}`
}

function asMode(text: string | null): Mode | undefined {
  return Object.values(modes).find((mode) => mode === text)
}
