import type { IdentityMails } from '../../domain/identity/identity'
import { doneAnswer } from './answers'
import type { Calls } from './call.server'
import { captchaFields, withCaptcha } from './captcha'

export function createMails(calls: Calls): IdentityMails {
  return {
    async sendVerificationMail(idToken, language, continueUrl) {
      const body = { requestType: 'VERIFY_EMAIL', idToken, continueUrl } as const
      await calls.account('accounts:sendOobCode', body, doneAnswer, language)
    },

    async sendPasswordReset(email, language, { continueUrl, captcha } = {}) {
      const mail = { requestType: 'PASSWORD_RESET', email, continueUrl } as const
      await withCaptcha(captcha, (captchaResp) => {
        const body = { ...mail, captchaResp, ...captchaFields(captchaResp) }
        return calls.account('accounts:sendOobCode', body, doneAnswer, language)
      })
    },

    async sendEmailChange(idToken, newEmail, language, continueUrl) {
      const requestType = 'VERIFY_AND_CHANGE_EMAIL'
      const body = { requestType, idToken, newEmail, continueUrl } as const
      await calls.account('accounts:sendOobCode', body, doneAnswer, language)
    },

    async sendSignInLink(email, language, { continueUrl, captcha }) {
      const link = { continueUrl, canHandleCodeInApp: true } as const
      const mail = { requestType: 'EMAIL_SIGNIN', email, ...link } as const
      await withCaptcha(captcha, (captchaResp) => {
        const body = { ...mail, captchaResp, ...captchaFields(captchaResp) }
        return calls.account('accounts:sendOobCode', body, doneAnswer, language)
      })
    },
  }
}
