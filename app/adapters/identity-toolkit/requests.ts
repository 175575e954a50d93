/** The browser's responses always have this type and version. */
export interface CaptchaFields {
  clientType?: 'CLIENT_TYPE_WEB'
  recaptchaVersion?: 'RECAPTCHA_ENTERPRISE'
}

interface PasswordProof extends CaptchaFields {
  email: string
  password: string
  returnSecureToken: true
  captchaResponse?: string
}

type Mail =
  | ({ requestType: 'PASSWORD_RESET'; email: string; captchaResp?: string } & CaptchaFields)
  | ({ requestType: 'EMAIL_SIGNIN'; email: string; captchaResp?: string } & CaptchaFields)
  | { requestType: 'VERIFY_EMAIL'; idToken: string }
  | { requestType: 'VERIFY_AND_CHANGE_EMAIL'; idToken: string; newEmail: string }

interface Update {
  idToken: string
  displayName?: string
  photoUrl?: string
  password?: string
  deleteAttribute?: ('DISPLAY_NAME' | 'PHOTO_URL')[]
  deleteProvider?: string[]
  /** New tokens, asked for where the old ones become void. */
  returnSecureToken: boolean
}

/** Request bodies of the Identity Toolkit REST API v1; fields not sent are left out. */
export interface Requests {
  'accounts:signUp': PasswordProof
  'accounts:signInWithPassword': PasswordProof
  'accounts:signInWithEmailLink': { email: string; oobCode: string }
  'accounts:signInWithIdp': {
    requestUri: string
    postBody?: string
    sessionId?: string
    pendingToken?: string
    /** Links to this account rather than signing in. */
    idToken?: string
    returnSecureToken: true
    /** Makes refusals name the account in the way. */
    returnIdpCredential: true
  }
  'accounts:createAuthUri':
    | { identifier: string; continueUri: string }
    | { providerId: string; continueUri: string; oauthScope?: string; authFlowType?: 'CODE_FLOW' }
  'accounts:sendOobCode': Mail & { continueUrl?: string; canHandleCodeInApp?: true }
  'accounts:lookup': { idToken: string }
  'accounts:update': Update | { oobCode: string }
  'accounts:delete': { idToken: string }
  'accounts:resetPassword': { oobCode: string; newPassword?: string }
}
