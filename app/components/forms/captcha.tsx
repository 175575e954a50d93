import { useServedPage } from '../site/page'
import { Told } from '../site/page-script'

type CaptchaAction = 'signInWithPassword' | 'signUpPassword' | 'getOobCode'

/** For the `data-captcha` of a form or button; undefined unless a captcha is demanded. */
export function useCaptcha(action: CaptchaAction): CaptchaAction | undefined {
  return useServedPage().captcha && action
}

/** Solves captchas for the page's forms while the identity service demands them. */
export function CaptchaScript() {
  const { captcha, script, ships } = useServedPage()
  if (!captcha) return null
  return (
    <>
      {!script && ships !== 'app' && <Told />}
      <script type="module" id="captcha" data-site-key={captcha.siteKey} src={captcha.script} />
    </>
  )
}
