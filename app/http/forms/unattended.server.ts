import { type AppLoadContext, data } from '@remix-run/node'
import { type UnattendedAnswer, unattended } from '../../domain/forms/forms'
import { loginAddress } from '../sessions/access'
import { wordErrors } from './forms.server'

/** Whether a page is refused by what was thrown, with a response or with `data`; anything else is a fault. */
export function isAnswer(thrown: unknown): boolean {
  const isData =
    typeof thrown === 'object' && thrown !== null && 'data' in thrown && 'init' in thrown
  return thrown instanceof Response || isData
}

/**
 * Runs an action. Of a form that a script sends by itself, whatever would replace the page is answered to
 * the script: its sender types on, and learns there what has become of it.
 */
export async function unlessUnattended<Result>(
  context: AppLoadContext,
  run: () => Promise<Result>,
): Promise<Result | ReturnType<typeof data<UnattendedAnswer>>> {
  try {
    return await run()
  } catch (thrown) {
    if (!context.url.searchParams.has(unattended)) throw thrown
    if (!isAnswer(thrown)) context.report(thrown)
    const location = thrown instanceof Response ? thrown.headers.get('Location') : null
    const signedOut = location?.startsWith(loginAddress(context)) ?? false
    const form = signedOut ? 'errors:unattended.signedOut' : 'errors:unattended.refused'
    const errors = wordErrors({ form }, context.language)
    const status = signedOut ? 401 : isAnswer(thrown) ? 409 : 503
    return data({ intent: '', typed: {}, ...errors, signedOut }, { status })
  }
}
