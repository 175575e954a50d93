import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { Session } from '~/domain/accounts/sessions'
import type { AuditEvent } from '~/domain/desks/audit-log'
import type { Membership } from '~/domain/desks/members'
import { hasPassword, type ProofAsked, proofAsked } from '~/domain/identity/proofs'
import { inGroups, type SecondFactor } from '~/domain/identity/second-factors'
import { sealedCookie } from '~/http/cookies/sealed-cookie.server'
import { logEvent } from '~/http/desks/audit-log.server'
import { type ActionResult, type Asked, form } from '~/http/forms/form-action.server'
import type { OwnAccount } from '~/http/sessions/access.server'
import { endAllSessions } from '~/http/sessions/all-sessions.server'
import { newSecret } from '~/http/sessions/one-time-codes.server'
import { confirmFirst, prove } from '~/http/sessions/proof.server'
import {
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '~/http/sessions/second-factor.server'
import { localizedPath } from '~/i18n/addresses'

/** The secret of an app that is being set up. It has no effect before a code of it is given. */
export const newSecondFactorCookie = sealedCookie(
  'new-second-factor',
  15 * 60,
  z.object({ uid: z.string(), secret: z.string() }),
)

const proofInput = z.object({
  factorPassword: z.string().optional(),
  captcha: z.string().optional(),
})
const codeInput = z.object({ code: z.string({ required_error: 'auth:wrongSecondFactor' }) })
const changeInput = proofInput.merge(codeInput)

const passwordField = { password: 'factorPassword' }
const fields = { ...passwordField, code: 'code' }

/** Shown once, in answer to the form that made them. */
export interface ShownCodes {
  recoveryCodes?: string[]
}

type AskedOfOwner = Asked<OwnAccount>

export const secondFactorForms = {
  'begin-factor': form(proofInput, begin, passwordField),
  'confirm-factor': form(codeInput, turnOn, { code: 'code' }),
  'cancel-factor': {
    run: async (_: unknown, { context }: AskedOfOwner) => {
      return { to: place(context), cookies: [newSecondFactorCookie.clear(context)] }
    },
  },
  'new-recovery-codes': form(changeInput, renewCodes, fields),
  'remove-factor': form(changeInput, turnOff, fields),
}

/** What setting it up asks for, or changing it beside a code. */
export function factorAsks(
  session: Session,
  factor: SecondFactor | undefined,
  now: Date,
): ProofAsked {
  if (!factor) return proofAsked(session, now)
  return hasPassword(session.user) ? 'password' : 'nothing'
}

/** For an address that is proved: nobody else's account can be locked by it. */
async function begin(
  { factorPassword: password, captcha }: z.output<typeof proofInput>,
  { context, ...asked }: AskedOfOwner,
): Promise<ActionResult> {
  const session = await confirmFirst(context, asked.session)
  if (!session.user.emailVerified) {
    return { status: 403, errors: { form: 'profile:factorConfirmFirst' } }
  }
  const needed = proofAsked(session, context.now())
  const proof = await prove(context, session, needed, { password, captcha })
  const made = newSecondFactorCookie.write(context, {
    uid: session.user.uid,
    secret: newSecret(),
  })
  return { to: place(context), cookies: [...(await proof.cookies()), made] }
}

/** Other sessions have not given a code, and end. */
async function turnOn(
  { code }: z.output<typeof codeInput>,
  { context, session, memberships }: AskedOfOwner,
): Promise<ActionResult<ShownCodes>> {
  const { services } = context
  const { uid } = session.user
  const made = newSecondFactorCookie.read(context)
  if (made?.uid !== uid || (await services.secondFactors.find(uid))) {
    return { status: 409, errors: { form: 'profile:errors.secondFactor.begin' } }
  }
  const recoveryCodes = await turnOnSecondFactor(context, made, code)
  await endAllSessions(services, uid, session.idHash)
  await logAtDesks(context, memberships, 'factorOn')
  const headers = { 'Set-Cookie': newSecondFactorCookie.clear(context) }
  return { status: 200, more: { recoveryCodes: recoveryCodes.map(inGroups) }, headers }
}

async function renewCodes(
  { code, ...given }: z.output<typeof changeInput>,
  asked: AskedOfOwner,
): Promise<ActionResult<ShownCodes>> {
  await provePassword(given, asked)
  const { context, session } = asked
  const recoveryCodes = await renewRecoveryCodes(context, session.user.uid, code)
  return { status: 200, more: { recoveryCodes: recoveryCodes.map(inGroups) } }
}

async function turnOff(
  { code, ...given }: z.output<typeof changeInput>,
  asked: AskedOfOwner,
): Promise<ActionResult> {
  const proof = await provePassword(given, asked)
  const { context, session, memberships } = asked
  await turnOffSecondFactor(context, session.user.uid, code)
  await logAtDesks(context, memberships, 'factorOff')
  return { to: place(context), notice: 'secondFactorOff', cookies: await proof.cookies() }
}

/** Beside the code; an account without a password has the code alone. */
async function provePassword(
  { factorPassword: password, captcha }: z.output<typeof proofInput>,
  { context, ...asked }: AskedOfOwner,
) {
  const session = await confirmFirst(context, asked.session)
  const needed = hasPassword(session.user) ? 'password' : 'nothing'
  return prove(context, session, needed, { password, captcha })
}

/** Managers read there whose account is how safe. */
export async function logAtDesks(
  context: AppLoadContext,
  memberships: readonly Membership[],
  event: AuditEvent,
) {
  for (const membership of memberships) await logEvent({ ...membership, context }, event)
}

function place({ language }: AppLoadContext): string {
  return localizedPath('/dashboard/profile#second-factor', language)
}
