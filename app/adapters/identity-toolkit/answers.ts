import { z } from 'zod'
import type { SessionUser } from '../../domain/sessions'

/** accounts:signUp and accounts:signInWithPassword; `expiresIn` is seconds, written as a string. */
export const signInAnswer = z.object({
  localId: z.string().min(1),
  email: z.string().default(''),
  idToken: z.string().min(1),
  refreshToken: z.string().min(1),
  expiresIn: z.string().regex(/^\d{1,9}$/),
})

/** accounts:lookup; fields that hold nothing are left out by the service. */
export const lookupAnswer = z.object({
  users: z
    .array(
      z.object({
        localId: z.string().min(1),
        email: z.string().default(''),
        emailVerified: z.boolean().default(false),
        displayName: z.string().optional(),
        photoUrl: z.string().optional(),
        disabled: z.boolean().default(false),
        providerUserInfo: z.array(z.object({ providerId: z.string() })).default([]),
      }),
    )
    .nonempty(),
})

/** accounts:resetPassword with a code alone; a code for signing in does not name its address. */
export const actionCodeAnswer = z.object({
  requestType: z.enum([
    'VERIFY_EMAIL',
    'PASSWORD_RESET',
    'VERIFY_AND_CHANGE_EMAIL',
    'RECOVER_EMAIL',
    'EMAIL_SIGNIN',
  ]),
  email: z.string().default(''),
  newEmail: z.string().optional(),
})

/** accounts:update with a code alone. */
export const appliedAnswer = z.object({ email: z.string().min(1) })

/** accounts:sendOobCode answers nothing that we need. */
export const sentAnswer = z.object({})

type FoundUser = z.output<typeof lookupAnswer>['users'][number]

/** Picks what a session may hold; the service's answer has more in it than should go further. */
export function toSessionUser(found: FoundUser): SessionUser {
  return {
    uid: found.localId,
    email: found.email,
    emailVerified: found.emailVerified,
    displayName: found.displayName || null,
    photoURL: httpsOnly(found.photoUrl),
    providerData: found.providerUserInfo.map(({ providerId }) => ({ providerId })),
  }
}

/** The service stores any text as a photo's address, `javascript:` too. */
function httpsOnly(address: string | undefined): string | null {
  if (!address || address.length > 2048 || !URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return protocol === 'https:' ? href : null
}
