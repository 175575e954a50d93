import type { Captcha } from '../../domain/identity/captcha'
import type { IdentityMails } from '../../domain/identity/identity'
import type { Language } from '../../domain/text/languages'
import { doneAnswer } from './answers'
import type { Calls } from './call.server'
import { captchaFields, withCaptcha } from './captcha'
import type { Requests } from './requests'

export function createMails(calls: Calls): IdentityMails {
  async function send(mail: Requests['accounts:sendOobCode'], to: Language, captcha?: Captcha) {
    await withCaptcha(captcha, (captchaResp) => {
      const body = { ...mail, captchaResp, ...captchaFields(captchaResp) }
      return calls.account('accounts:sendOobCode', body, doneAnswer, to)
    })
  }

  return {
    sendVerificationMail: (idToken, language, continueUrl) =>
      send({ requestType: 'VERIFY_EMAIL', idToken, continueUrl }, language),
    sendPasswordReset: (email, language, { continueUrl, captcha } = {}) =>
      send({ requestType: 'PASSWORD_RESET', email, continueUrl }, language, captcha),
    sendEmailChange: (idToken, newEmail, language, continueUrl) =>
      send({ requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail, continueUrl }, language),
    sendSignInLink: (email, language, { continueUrl, captcha }) =>
      send(
        { requestType: 'EMAIL_SIGNIN', email, continueUrl, canHandleCodeInApp: true },
        language,
        captcha,
      ),
  }
}
