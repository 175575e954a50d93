import type { ClientCode } from '../../domain/identity/errors'
import type { ForeignSources } from '../responses/content-policy.server'

/** Tells app/browser/captcha.ts, by a header of its own, that the form lacks a response. */
export function captchaHeaders(code: ClientCode): Record<string, string> {
  return code === 'missing-recaptcha-token' ? { Captcha: 'missing' } : {}
}

/**
 * What reCAPTCHA Enterprise needs a page to allow. A policy cannot be widened once the page is there,
 * and most pages never need it: it is allowed where the service's configuration, as it is known when
 * the page is made, says that it refuses whoever brings no response. Where that is not known yet, the
 * page that says what is missing allows it. Source: developers.google.com/recaptcha/docs/faq.
 */
export const captchaSources: ForeignSources = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  connections: ['https://www.google.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
}
