import { type AppLoadContext, data } from '@remix-run/node'
import type { FormAnswer, GivenBack } from '../../domain/forms/forms'
import { forgetUnsent, keepUnsent, readUnsent } from '../cookies/unsent.server'
import { loginAddress } from '../sessions/access'
import { readSession } from '../sessions/session.server'
import { emailOf, isMarkOf, markIn, namesAnother } from './account.server'
import { typedIn } from './forms.server'

/** Fields that nobody types, such as hidden ones and buttons; their values need not be saved. */
const untyped =
  /^(account|back|category|cents|chosen|device|id\d*|image|intent|invitation|key|kind|language|member|mergeWith|moveKey|on|part|place|product|quantity|reply|saved|seen|stamp|state|stockShown|time|undo)$/

/**
 * The page for a form that was made for another account than the one signed in: 409, with what was
 * typed, which also comes back where its own account signs in.
 */
export async function otherAccount(form: FormData, context: AppLoadContext) {
  const session = await readSession(context)
  const given: GivenBack = {
    why: 'other-account',
    theirs: await emailOf(markIn(form), context),
    own: session?.user.email,
    typed: typedBy(form),
  }
  const cookie = keep(form, context)
  return data(given, { status: 409, headers: cookie ? { 'Set-Cookie': cookie } : {} })
}

/**
 * What to throw in place of `thrown`, a response to a form that was not taken. The way to the
 * sign-in page keeps what was typed; where that is too long, a page gives it back.
 */
export async function withTyped(
  thrown: unknown,
  form: FormData,
  context: AppLoadContext,
): Promise<unknown> {
  if (await namesAnother(form, context)) return otherAccount(form, context)
  if (!(thrown instanceof Response) || !leadsToLogin(thrown, context)) return thrown
  const typed = typedBy(form)
  if (typed.length === 0 || !markIn(form)) return thrown
  const cookie = keep(form, context)
  if (cookie) {
    thrown.headers.append('Set-Cookie', cookie)
    return thrown
  }
  const given: GivenBack = { why: 'signed-out', typed }
  const cleared = thrown.headers
    .getSetCookie()
    .map((each): [string, string] => ['Set-Cookie', each])
  return data(given, { status: 401, headers: cleared })
}

/** What was typed on this page before its account had to sign in again; once. */
export function takeUnsent(
  context: AppLoadContext,
  uid: string,
): { answer: FormAnswer; clear: string } | undefined {
  const unsent = readUnsent(context)
  if (!unsent || unsent.path !== context.path) return undefined
  if (!isMarkOf(unsent.mark, uid, context.config.secrets)) return undefined
  const { intent, typed } = unsent
  return { answer: { intent, typed, errors: {} }, clear: forgetUnsent(context) }
}

function keep(form: FormData, context: AppLoadContext): string | undefined {
  const { account: mark = '', ...typed } = typedIn(form)
  if (!mark) return undefined
  const intent = String(form.get('intent') ?? '')
  return keepUnsent(context, { mark, path: context.path, intent, typed })
}

function typedBy(form: FormData): string[] {
  return Object.entries(typedIn(form)).flatMap(([name, value]) =>
    untyped.test(name) || value.trim() === '' ? [] : value,
  )
}

function leadsToLogin({ headers }: Response, context: AppLoadContext): boolean {
  return headers.get('Location')?.startsWith(loginAddress(context)) ?? false
}
