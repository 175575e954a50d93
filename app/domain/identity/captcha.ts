/** A function is called only when the service demands a response. */
export type Captcha = string | (() => Promise<string>)

/** Whether the service checks a response: never, if there is one, or always. */
export type CaptchaEnforcement = 'OFF' | 'AUDIT' | 'ENFORCE'

export interface RecaptchaConfig {
  /** Absent while everything is off. */
  siteKey?: string
  password: CaptchaEnforcement
}

/** Whether sign-in forms need a captcha, as far as is known. */
export interface CaptchaDemand {
  /**
   * The browser's key; undefined unless the service refuses forms without a response. Asks the
   * service at most once an hour, or a minute after a failure; until it responds, nothing is
   * demanded.
   */
  siteKey(now: Date): Promise<string | undefined>
  known(): string | undefined
  missed(): void
}
