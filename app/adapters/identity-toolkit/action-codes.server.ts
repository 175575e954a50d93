import type { ActionCodes } from '../../domain/identity/identity'
import { usualForm } from '../../domain/identity/passwords'
import type { Language } from '../../domain/text/languages'
import { actionCodeAnswer, appliedAnswer } from './answers'
import type { Calls } from './call.server'
import { refuseEmptyCode, refuseEmptyPassword } from './required'

export function createActionCodes(calls: Calls): ActionCodes {
  async function apply(code: string, language?: Language) {
    refuseEmptyCode(code)
    return calls.account('accounts:update', { oobCode: code }, appliedAnswer, language)
  }

  return {
    async checkActionCode(code) {
      refuseEmptyCode(code)
      const body = { oobCode: code }
      const answer = await calls.account('accounts:resetPassword', body, actionCodeAnswer)
      return { kind: answer.requestType, email: answer.email, newEmail: answer.newEmail }
    },

    applyVerification: (code) => apply(code),
    applyEmailChange: (code, language) => apply(code, language),
    recoverEmail: (code) => apply(code),

    async confirmPasswordReset(code, newPassword) {
      refuseEmptyCode(code)
      refuseEmptyPassword(newPassword)
      const body = { oobCode: code, newPassword: usualForm(newPassword) }
      return calls.account('accounts:resetPassword', body, appliedAnswer)
    },
  }
}
