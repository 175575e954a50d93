import { useServedPage } from '../site/page'

/** What the identity service calls a form's act towards reCAPTCHA. */
type CaptchaAction = 'signInWithPassword' | 'signUpPassword' | 'getOobCode'

/** For the `data-captcha` of a form or one of its buttons: nothing unless a captcha is demanded. */
export function useCaptcha(action: CaptchaAction): CaptchaAction | undefined {
  return useServedPage().captcha && action
}

/** The script that answers for the page's forms while the identity service demands it; else nothing. */
export function CaptchaScript() {
  const { captcha } = useServedPage()
  if (!captcha) return null
  return <script type="module" id="captcha" data-site-key={captcha.siteKey} src={captcha.script} />
}
