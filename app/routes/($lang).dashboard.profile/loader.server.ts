import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { photoOf } from '~/domain/files/photos'
import { proofAsked, strictProofAsked } from '~/domain/identity/proofs'
import { sealedCookie } from '~/http/cookies/sealed-cookie.server'
import { requireDesk } from '~/http/sessions/access.server'
import { ownRecord } from '~/http/sessions/own-record.server'

/** The address that a user of this browser wants to change to, for as long as its link may work. */
export const emailChangeCookie = sealedCookie(
  'email-change',
  24 * 3_600,
  z.object({ uid: z.string(), email: z.string() }),
)

export type ProfilePage = SerializeFrom<typeof loader>

/** What the page shows its owner of themselves. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { session, desk } = await requireDesk(context)
  const { uid, email, emailVerified, displayName, providerData } = session.user
  const asked = emailChangeCookie.read(context)
  const now = context.now()
  const [own, record] = await Promise.all([
    context.services.photos.find(uid),
    ownRecord(context, session),
  ])
  return {
    email,
    emailVerified,
    displayName,
    photo: own ? `/files?photo=${own.version}` : photoOf(session.user, context.config.avatarUrl),
    /** Which one it is, if it was uploaded here: only such a one can be removed here. */
    ownPhoto: own?.version,
    /** The address that has been asked to confirm itself, until it has. */
    asked: asked?.uid === uid && asked.email !== email ? asked.email : undefined,
    /** What the identity service says besides; nothing while it cannot be asked. */
    record: record && {
      createdAt: record.createdAt,
      lastLoginAt: record.lastLoginAt,
      phoneNumber: record.phoneNumber,
    },
    timeZone: desk.timeZone,
    providers: providerData.map(({ providerId }) => providerId),
    emailAsks: strictProofAsked(session, now),
    unlinkAsks: proofAsked(session, now),
  }
}
