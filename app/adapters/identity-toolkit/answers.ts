import { z } from 'zod'
import type { CaptchaEnforcement } from '../../domain/identity/captcha'

const seconds = z.string().regex(/^\d{1,12}$/)

export const tokensAnswer = z.object({
  idToken: z.string().min(1),
  refreshToken: z.string().min(1),
  expiresIn: seconds,
})

export const signInAnswer = tokensAnswer.extend({
  localId: z.string().min(1),
  email: z.string().default(''),
})

export const emailLinkAnswer = signInAnswer.extend({ isNewUser: z.boolean().default(false) })

/** accounts:signInWithIdp; the provider's own tokens are not used. */
export const providerSignInAnswer = emailLinkAnswer.extend({
  providerId: z.string().min(1),
  emailVerified: z.boolean().default(false),
  displayName: z.string().optional(),
  photoUrl: z.string().optional(),
})

export const refreshAnswer = z.object({
  user_id: z.string().min(1),
  id_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: seconds,
})

/** accounts:createAuthUri for a provider. */
export const authUriAnswer = z.object({
  authUri: z.string().url(),
  sessionId: z.string().min(1),
})

/** accounts:createAuthUri for an address; with enumeration protection there are no methods. */
export const signInMethodsAnswer = z.object({ signinMethods: z.array(z.string()).default([]) })

/** Since 1970, as a string. */
const milliseconds = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform((text) => new Date(Number(text)))

/** accounts:lookup; the service leaves out empty fields. */
export const lookupAnswer = z.object({
  users: z
    .array(
      z.object({
        localId: z.string().min(1),
        email: z.string().default(''),
        emailVerified: z.boolean().default(false),
        displayName: z.string().optional(),
        photoUrl: z.string().optional(),
        phoneNumber: z.string().optional(),
        tenantId: z.string().optional(),
        disabled: z.boolean().default(false),
        providerUserInfo: z.array(z.object({ providerId: z.string() })).default([]),
        createdAt: milliseconds.optional(),
        lastLoginAt: milliseconds.optional(),
        validSince: seconds.transform((text) => new Date(Number(text) * 1000)).optional(),
      }),
    )
    .nonempty(),
})

/** accounts:resetPassword with a code alone; a sign-in code does not name its address. */
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

/** accounts:update with a code alone, and accounts:resetPassword with a new password. */
export const appliedAnswer = z.object({ email: z.string().min(1) })

/** accounts:sendOobCode, :update and :delete, of whose response nothing is needed. */
export const doneAnswer = z.object({})

const enforcement = z.enum(['OFF', 'AUDIT', 'ENFORCE']) satisfies z.ZodType<CaptchaEnforcement>

/** GET v2/recaptchaConfig; the key is `projects/{project}/keys/{key}`. */
export const recaptchaConfigAnswer = z.object({
  recaptchaKey: z.string().optional(),
  recaptchaEnforcementState: z
    .array(z.object({ provider: z.string(), enforcementState: enforcement.catch('OFF') }))
    .default([]),
})
