import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { Session } from '~/domain/accounts/sessions'
import { IdentityError } from '~/domain/identity/identity'
import {
  longestPasskeyName,
  mostPasskeys,
  type PasskeySignIn,
  passkeyLetter,
} from '~/domain/identity/passkeys'
import { proofAsked } from '~/domain/identity/proofs'
import { nameLine } from '~/domain/text/single-line'
import { type ActionResult, type Asked, form, type SamePage } from '~/http/forms/form-action.server'
import type { OwnAccount } from '~/http/sessions/access.server'
import { deviceName } from '~/http/sessions/device'
import {
  attestation,
  clearChallenge,
  deviceAnswer,
  newChallenge,
  openChallenge,
  passkeySignIn,
  takeChallenge,
} from '~/http/sessions/passkeys.server'
import { confirmFirst, prove } from '~/http/sessions/proof.server'
import { takeCode } from '~/http/sessions/second-factor.server'
import { localizedPath } from '~/i18n/addresses'
import { factorAsks, logAtDesks } from './second-factor.server'

const beginInput = z.object({
  passkeyName: z
    .string()
    .default('')
    .transform(nameLine)
    .refine((name) => name.length <= longestPasskeyName, 'profile:errors.passkeys.nameLong'),
  passkeyPassword: z.string().optional(),
  passkeyCode: z.string().optional(),
})
const madeInput = z.object({ passkey: deviceAnswer(attestation) })
const removeInput = z.object({
  passkeyId: z.string(),
  passkeyRemovalPassword: z.string().optional(),
})

type AskedOfOwner = Asked<OwnAccount>

export const passkeyForms = {
  'begin-passkey': form(beginInput, begin, { password: 'passkeyPassword', code: 'passkeyCode' }),
  'add-passkey': form(madeInput, add, { passkey: 'passkey' }),
  'cancel-passkey': {
    run: async (_: unknown, { context }: AskedOfOwner) => {
      return { to: place(context), cookies: [clearChallenge(context)] }
    },
  },
  'remove-passkey': form(removeInput, remove, { password: 'passkeyRemovalPassword' }),
}

/** What Profile shows; undefined where there are none. */
export async function passkeysOf(context: AppLoadContext, { user }: Session, site: string) {
  if (!passkeySignIn(context)) return undefined
  const { uid, email, displayName } = user
  const known = await context.services.passkeys.list(uid)
  const challenge = openChallenge(context, uid)?.challenge
  return {
    list: known.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
    isFull: known.length >= mostPasskeys,
    /** For the next one. */
    name: deviceName(context.headers.get('User-Agent') ?? ''),
    /** While it is being made: what the device is asked for. */
    making:
      challenge === undefined
        ? undefined
        : {
            challenge,
            site,
            user: { id: uid, name: email, displayName: displayName || email },
            known: known.map(({ id }) => id),
          },
  }
}

/**
 * With everything that a sign-in asks for, as a passkey will replace all of it. For an address that is
 * proved: nobody waits with a passkey in an account that its owner takes over by the first proof.
 */
async function begin(
  { passkeyName: name, passkeyPassword: password, passkeyCode: code }: z.output<typeof beginInput>,
  { context, ...asked }: AskedOfOwner,
): Promise<ActionResult> {
  demandPasskeys(context)
  const { passkeys, secondFactors } = context.services
  const session = await confirmFirst(context, asked.session)
  const { uid, emailVerified } = session.user
  if (!emailVerified) return { status: 403, errors: { form: 'profile:factorConfirmFirst' } }
  if ((await passkeys.list(uid)).length >= mostPasskeys) return full
  const factor = await secondFactors.find(uid)
  const needed = factorAsks(session, factor, context.now())
  const proof = await prove(context, session, needed, { password })
  if (factor) await takeCode(context, uid, code ?? '')
  const { cookie } = newChallenge(context, { uid, name })
  return { to: place(context), cookies: [...(await proof.cookies()), cookie] }
}

async function add(
  { passkey }: z.output<typeof madeInput>,
  { context, session, memberships }: AskedOfOwner,
): Promise<ActionResult> {
  const signIn = demandPasskeys(context)
  const { uid } = session.user
  const now = context.now()
  const { name, ...ceremony } = await takeChallenge(context, uid)
  const made = await signIn.examine(passkey, ceremony)
  const letter = passkeyLetter('passkey-added', uid, now)
  const record = { ...made, uid, name, createdAt: now }
  if (!(await context.services.passkeys.add(record, mostPasskeys, letter))) return full
  await logAtDesks(context, memberships, 'passkeyAdded')
  return { to: place(context), notice: 'passkeyAdded', cookies: [clearChallenge(context)] }
}

async function remove(
  { passkeyId: id, passkeyRemovalPassword: password }: z.output<typeof removeInput>,
  { context, memberships, ...asked }: AskedOfOwner,
): Promise<ActionResult> {
  const session = await confirmFirst(context, asked.session)
  const { uid } = session.user
  const now = context.now()
  const proof = await prove(context, session, proofAsked(session, now), { password })
  const letter = passkeyLetter('passkey-removed', uid, now)
  const isGone = await context.services.passkeys.remove(uid, id, letter)
  if (isGone) await logAtDesks(context, memberships, 'passkeyRemoved')
  return { to: place(context), notice: 'passkeyRemoved', cookies: await proof.cookies() }
}

const full: SamePage = { status: 409, errors: { form: 'profile:errors.passkeys.full' } }

function demandPasskeys(context: AppLoadContext): PasskeySignIn {
  const signIn = passkeySignIn(context)
  if (!signIn) throw new IdentityError('operation-not-allowed', 'no passkeys here')
  return signIn
}

function place({ language }: AppLoadContext): string {
  return localizedPath('/dashboard/profile#passkeys', language)
}
