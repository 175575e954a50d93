import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import type { Session } from '~/domain/accounts/sessions'
import { photoOf } from '~/domain/files/photos'
import { mostZoom } from '~/domain/files/pictures'
import { proofAsked, strictProofAsked } from '~/domain/identity/proofs'
import { ownRecord } from '~/http/sessions/own-record.server'
import { emailChangeCookie } from './email-change.server'

const longestName = 80

/** Invisible characters, with which a name could pass for another. */
const invisible = /[\p{Cc}\p{Cf}\p{Surrogate}]/gu

/** Not piped into another schema: forms omit empty texts. */
const displayName = z
  .string()
  .optional()
  .transform((text = '') => text.replace(invisible, '').trim())
  .refine((text) => text.length <= longestName, 'errors:name.long')

const captcha = z.string().optional()

export const profileForm = z.discriminatedUnion(
  'intent',
  [
    z.object({ intent: z.literal('save-name'), displayName }),
    z.object({
      intent: z.literal('change-email'),
      email: z
        .string({ required_error: 'errors:email.missing' })
        .trim()
        .max(254, 'errors:email.invalid')
        .email('errors:email.invalid'),
      emailPassword: z.string().optional(),
      captcha,
    }),
    z.object({
      intent: z.literal('unlink'),
      provider: z.string({ required_error: 'errors:form.key' }),
      unlinkPassword: z.string().optional(),
      captcha,
    }),
    z.object({
      intent: z.literal('save-photo'),
      x: z.coerce.number().min(0).max(100).catch(50),
      y: z.coerce.number().min(0).max(100).catch(50),
      zoom: z.coerce
        .number()
        .min(100)
        .max(100 * mostZoom)
        .catch(100),
    }),
    z.object({ intent: z.literal('remove-photo') }),
    z.object({ intent: z.literal('sign-in-again') }),
  ],
  { errorMap: () => ({ message: 'errors:form.key' }) },
)

export type ProfileForm = z.output<typeof profileForm>
export type ProfilePage = Awaited<ReturnType<typeof readProfilePage>>

export async function readProfilePage(session: Session, context: AppLoadContext) {
  const { uid, email, emailVerified, displayName, providerData } = session.user
  const asked = emailChangeCookie.read(context)
  const now = context.now()
  const [own, record, desk] = await Promise.all([
    context.services.photos.find(uid),
    ownRecord(context, session),
    context.services.desks.findByOwner(uid),
  ])
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
    timeZone: desk?.timeZone ?? 'UTC',
    providers: providerData.map(({ providerId }) => providerId),
    emailAsks: strictProofAsked(session, now),
    unlinkAsks: proofAsked(session, now),
  }
}
