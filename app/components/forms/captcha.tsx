import { useEffect, useRef } from 'react'
import type { FormAnswer } from '~/domain/forms/forms'
import { useServedPage } from '../site/page'
import { LiveRegion } from '../site/page-script'
import { useForm } from './use-form'

type CaptchaAction = 'signInWithPassword' | 'signUpPassword' | 'getOobCode'

/** For the `data-captcha` of a form or button; undefined unless a captcha is demanded. */
export function useCaptcha(action: CaptchaAction): CaptchaAction | undefined {
  return useServedPage().captcha && action
}

/**
 * Solves captchas for the page's forms while the identity service demands them, and sends a form again that
 * came from a page of before that.
 */
export function CaptchaScript() {
  const { captcha, script, hydrates } = useServedPage()
  const answer = useForm()
  if (!captcha) return null
  return (
    <>
      {!script && !hydrates && <LiveRegion />}
      <script
        type="module"
        id="captcha"
        data-site-key={captcha.siteKey}
        src={captcha.script}
        data-sealed={answer?.again}
        data-intent={answer?.again && answer.intent}
      />
    </>
  )
}

/**
 * If the service began to demand captchas after this page was loaded, the page's policy allows none.
 * Submits the form again without scripts: the response is a page that solves captchas.
 */
export function useLateCaptcha(answer: FormAnswer | undefined) {
  const first = useRef(answer)
  useEffect(() => {
    // The response to a form has the current policy already.
    if (!answer || answer === first.current || document.getElementById('captcha')) return
    if (!answer.captcha) return
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[name=intent]')]
    const form = buttons.find(({ value }) => value === answer.intent)?.form
    if (!form) return
    const intent = Object.assign(document.createElement('input'), {
      type: 'hidden',
      name: 'intent',
      value: answer.intent,
    })
    form.append(intent)
    form.submit()
  }, [answer])
}
