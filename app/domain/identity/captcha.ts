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

/** Whether sign-in forms have to bring a reCAPTCHA response, as far as is known at the time. */
export interface CaptchaDemand {
  /**
   * The key for the browser's script; undefined unless the service refuses whoever brings no response.
   * Asks the service at most once at a time and an hour; where it cannot say, nothing is demanded, and
   * it is asked again after a minute.
   */
  siteKey(now: Date): Promise<string | undefined>
  /** The same as it was last known, however long ago; asks nobody. */
  known(): string | undefined
  /** The service demanded a response just now: that it demands none holds no more. */
  missed(): void
}
