import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { qrCode } from '~/components/site/qr-code.server'
import { usualTimeZone } from '~/domain/desks/desks'
import { photoOf } from '~/domain/files/photos'
import { clientCodes, describe } from '~/domain/identity/errors'
import { isIssuer, type LoginProvider, providerName } from '~/domain/identity/login-providers'
import { proofAsked, strictProofAsked } from '~/domain/identity/proofs'
import { inGroups } from '~/domain/identity/second-factors'
import { usualUndo } from '~/domain/tickets/undo-seconds'
import { sealedCookie } from '~/http/cookies/sealed-cookie.server'
import { wordError } from '~/http/forms/forms.server'
import { requireAccount, runsShop } from '~/http/sessions/access.server'
import { inBase32, keyAddress } from '~/http/sessions/one-time-codes.server'
import { ownRecordSoon } from '~/http/sessions/own-record.server'
import { passkeysOf } from './passkeys.server'
import { factorAsks, newSecondFactorCookie } from './second-factor.server'

export const emailChangeCookie = sealedCookie(
  'email-change',
  24 * 3_600,
  z.object({ uid: z.string(), email: z.string() }),
)

export type ProfilePage = SerializeFrom<typeof loader>

export async function loader({ context }: LoaderFunctionArgs) {
  const { session, desk, member } = await requireAccount(context)
  const { uid, email, emailVerified, displayName, providerData } = session.user
  const asked = emailChangeCookie.read(context)
  const now = context.now()
  const { loginProviders } = context.config
  const { searchParams } = context.url
  const problem = clientCodes.find((each) => each === searchParams.get('problem'))
  const made = newSecondFactorCookie.read(context)
  const [own, record, shop, factor, site] = await Promise.all([
    context.services.photos.find(uid),
    ownRecordSoon(context, session),
    runsShop(context),
    context.services.secondFactors.find(uid),
    context.siteIdentity(),
  ])
  const passkeys = await passkeysOf(context, session, site.name)
  return {
    email,
    emailVerified,
    displayName,
    photo: own ? `/files?photo=${own.version}` : photoOf(session.user, context.config.avatarUrl),
    /** Only a photo uploaded here can be removed here. */
    ownPhoto: own?.version,
    /** Until confirmed. */
    asked: asked?.uid === uid && asked.email !== email ? asked.email : undefined,
    /** Undefined while the identity service does not respond. */
    record: record && {
      createdAt: record.createdAt,
      lastLoginAt: record.lastLoginAt,
      phoneNumber: record.phoneNumber,
    },
    /** The shop stays with who answers for the desk. */
    runsShop: shop && member?.kind === 'manager',
    timeZone: desk?.timeZone ?? usualTimeZone,
    /** Of a member of a desk. */
    answers: member && {
      undoSeconds: member.undoSeconds ?? usualUndo,
      signature: member.signature,
      ofDesk: desk?.signature,
    },
    /** Of a member of a desk. */
    lists: member && { compact: member.compact ?? false },
    ways: providerData.map(({ providerId: id }) => ({ id, name: wayName(loginProviders, id) })),
    linkable: loginProviders
      .filter((each) => !providerData.some(({ providerId }) => isIssuer(each, providerId)))
      .map(({ id, name }) => ({ id, name })),
    /** Of a provider that was to be linked. */
    problem: problem && wordError(describe(problem).key, context.language),
    emailAsks: strictProofAsked(session, now),
    unlinkAsks: proofAsked(session, now),
    /** Its address, for who finds the paper in a drawer. */
    site: context.url.host,
    factor: factor && { since: factor.since, left: factor.recoveryHashes.length },
    factorAsks: factorAsks(session, factor, now),
    passkeys,
    /** While it is being set up. */
    newFactor:
      !factor && made?.uid === uid
        ? {
            code: qrCode(keyAddress(made.secret, site.name, email)),
            key: inGroups(inBase32(made.secret)),
          }
        : undefined,
  }
}

/** Empty for the password, whose name the page knows. */
function wayName(providers: readonly LoginProvider[], id: string): string {
  if (id === 'password') return ''
  return id === 'google.com' ? 'Google' : providerName(providers, id)
}
