import { type Fault, refusal, type SeenRequest } from './fault-server'

export const siteKey = 'the-site-key'

/** What Google's script says of a form, and the service takes for a proof. */
export const responseTo = (action: string) => `response to ${action}`

const providerUserInfo = [{ providerId: 'password', rawId: 'ada@example.com' }]
const user = { localId: 'uid', email: 'ada@example.com', providerUserInfo }
const tokens = { ...user, idToken: 'a', refreshToken: 'b', expiresIn: '3600' }

/** The identity service with reCAPTCHA as it is set here; it believes every password. */
export function captchaService(enforcementState: 'OFF' | 'AUDIT' | 'ENFORCE') {
  return ({ path, body }: SeenRequest): Fault => {
    if (path.includes('/recaptchaConfig')) {
      const states = [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState }]
      const recaptchaKey = enforcementState === 'OFF' ? undefined : `projects/p/keys/${siteKey}`
      return { json: { recaptchaKey, recaptchaEnforcementState: states } }
    }
    const [, call = ''] = /accounts:(\w+)/.exec(path) ?? []
    const action = actions[call]
    const sent = JSON.parse(body)
    if (enforcementState === 'ENFORCE' && action && !sent.idToken) {
      const response = sent.captchaResponse ?? sent.captchaResp
      if (response === undefined) return refusal('MISSING_RECAPTCHA_TOKEN')
      if (response !== responseTo(action)) return refusal('INVALID_RECAPTCHA_TOKEN')
    }
    return { json: { ...tokens, users: [user] } }
  }
}

const actions: Record<string, string> = {
  signInWithPassword: 'signInWithPassword',
  signUp: 'signUpPassword',
  sendOobCode: 'getOobCode',
}
