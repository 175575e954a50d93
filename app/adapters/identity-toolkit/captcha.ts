import type { Captcha } from '../../domain/identity/captcha'
import { IdentityError } from '../../domain/identity/identity'
import type { CaptchaFields } from './requests'

/** What the Firebase browser SDK sends when its script failed; the service then decides. */
const noResponse = 'NO_RECAPTCHA'

export function captchaFields(response: string | undefined): CaptchaFields {
  if (!response) return {}
  return { clientType: 'CLIENT_TYPE_WEB', recaptchaVersion: 'RECAPTCHA_ENTERPRISE' }
}

/** Repeats the call with a captcha response if the service demands one and the page can get it. */
export async function withCaptcha<Answer>(
  captcha: Captcha | undefined,
  attempt: (response: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  if (typeof captcha !== 'function') return attempt(captcha || undefined)
  try {
    return await attempt(undefined)
  } catch (error) {
    if (!(error instanceof IdentityError) || error.code !== 'missing-recaptcha-token') throw error
  }
  return attempt(await captcha().catch(() => noResponse))
}
