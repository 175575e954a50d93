import { z } from 'zod'
import type { ActionResult, Asked } from '~/http/forms/form-action.server'
import { consume } from '~/http/limits/rate-limits.server'
import { destination } from '~/http/links/destination'
import { offered } from '~/http/sessions/entering.server'
import { takeCode } from '~/http/sessions/second-factor.server'
import { beginSession } from '~/http/sessions/sign-in.server'
import { resumeSignIn, waitingSignInCookie } from '~/http/sessions/waiting-sign-in.server'
import { loginPath } from './loader.server'

export const secondFactorInput = z.object({
  code: z.string({ required_error: 'auth:wrongSecondFactor' }),
})

/** Five tries; then the first proof is asked for again. */
export async function giveCode(
  { code }: z.output<typeof secondFactorInput>,
  { context }: Asked<object>,
): Promise<ActionResult> {
  const waiting = waitingSignInCookie.read(context)
  const over = waitingSignInCookie.clear(context)
  if (!waiting || (await consume(context, 'tries', waiting.id)) > 0) {
    return { to: loginPath(context, { problem: 'second-factor-over' }), cookies: [over] }
  }
  const signedIn = await resumeSignIn(context, waiting)
  await takeCode(context, waiting.uid, code)
  const session = await beginSession(context, signedIn)
  const to = offered(context, signedIn.user.email, destination(context))
  return { to, cookies: [session, over] }
}
