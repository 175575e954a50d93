/**
 * A reCAPTCHA Enterprise response. One at hand is sent at once; a function is asked for one only
 * when the service misses it (MISSING_RECAPTCHA_TOKEN), and the call is then made once more.
 */
export type Captcha = string | (() => Promise<string>)

/** Whether the service wants a reCAPTCHA response: never, if there is one, or always. */
export type CaptchaEnforcement = 'OFF' | 'AUDIT' | 'ENFORCE'

export interface RecaptchaConfig {
  /** For the browser's script; there is none while everything is off. */
  siteKey?: string
  password: CaptchaEnforcement
}
