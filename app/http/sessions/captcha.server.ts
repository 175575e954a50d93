import type { ClientCode } from '../../domain/identity/errors'
import type { ForeignSources } from '../responses/content-policy.server'

/** Tells app/browser/captcha.ts that the form lacks a response. */
export function captchaHeaders(code: ClientCode): Record<string, string> {
  return code === 'missing-recaptcha-token' ? { Captcha: 'missing' } : {}
}

/**
 * What reCAPTCHA Enterprise needs in the CSP. A policy cannot be widened later, and most pages
 * never need it: allowed where the service is known to refuse forms without a response, and on the
 * page that says one is missing. Source: developers.google.com/recaptcha/docs/faq.
 */
export const captchaSources: ForeignSources = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  connections: ['https://www.google.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
}
