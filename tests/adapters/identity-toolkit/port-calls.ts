import type { Identity } from '../../../app/domain/identity/identity'
import type { SeenRequest } from '../../support/fault-server'

const now = new Date('2026-03-04T05:06:07.089Z')

/** Everything that is a secret or somebody's own in the calls below; none of it may reach a log. */
export const secrets = {
  key: 'the-key-of-the-project',
  email: 'somebody@example.com',
  password: 'the-password',
  idToken: 'the-id-token',
  refreshToken: 'the-refresh-token',
  code: 'the-code',
  captcha: 'the-captcha-response',
  postBody: 'id_token=the-provider-token&providerId=google.com',
  sessionId: 'the-session-id',
}

const { email, password, idToken, refreshToken, code, captcha, postBody, sessionId } = secrets
const page = 'https://counter.example.com/page'

/** A call of the port and the first request that it must make. */
export interface PortCall {
  call(identity: Identity): Promise<unknown>
  /** The path behind the host; accounts:* unless it begins with a slash. */
  path: string
  body?: Record<string, unknown>
  form?: string
  language?: 'en' | 'de'
}

const mail = 'accounts:sendOobCode'
const tokens = { returnSecureToken: true }
const web = { clientType: 'CLIENT_TYPE_WEB', recaptchaVersion: 'RECAPTCHA_ENTERPRISE' }

export const portCalls: Record<string, PortCall> = {
  signUp: {
    call: (identity) => identity.signUp({ email, password }, now),
    path: 'accounts:signUp',
    body: { email, password, ...tokens },
  },
  'signUp with a captcha': {
    call: (identity) => identity.signUp({ email, password, captcha }, now),
    path: 'accounts:signUp',
    body: { email, password, captchaResponse: captcha, ...tokens, ...web },
  },
  signInWithPassword: {
    call: (identity) => identity.signInWithPassword({ email, password }, now),
    path: 'accounts:signInWithPassword',
    body: { email, password, ...tokens },
  },
  'signInWithPassword with a captcha': {
    call: (identity) => identity.signInWithPassword({ email, password, captcha }, now),
    path: 'accounts:signInWithPassword',
    body: { email, password, captchaResponse: captcha, ...tokens, ...web },
  },
  signInWithEmailLink: {
    call: (identity) => identity.signInWithEmailLink(email, code, now),
    path: 'accounts:signInWithEmailLink',
    body: { email, oobCode: code },
  },
  startProviderSignIn: {
    call: (identity) => identity.startProviderSignIn('google.com', page),
    path: 'accounts:createAuthUri',
    body: {
      providerId: 'google.com',
      continueUri: page,
      oauthScope: 'openid email profile',
      authFlowType: 'CODE_FLOW',
    },
  },
  finishProviderSignIn: {
    call: (identity) =>
      identity.finishProviderSignIn({ requestUri: page, postBody, sessionId }, now),
    path: 'accounts:signInWithIdp',
    body: { requestUri: page, postBody, sessionId, ...tokens, returnIdpCredential: true },
  },
  'finishProviderSignIn to link': {
    call: (identity) =>
      identity.finishProviderSignIn({ requestUri: page, pendingToken: code, idToken }, now),
    path: 'accounts:signInWithIdp',
    body: {
      requestUri: page,
      pendingToken: code,
      idToken,
      ...tokens,
      returnIdpCredential: true,
    },
  },
  findSignInMethods: {
    call: (identity) => identity.findSignInMethods(email, page),
    path: 'accounts:createAuthUri',
    body: { identifier: email, continueUri: page },
  },
  refresh: {
    call: (identity) => identity.refresh(refreshToken, now),
    path: '/securetoken.googleapis.com/v1/token',
    form: `grant_type=refresh_token&refresh_token=${refreshToken}`,
  },
  sendVerificationMail: {
    call: (identity) => identity.sendVerificationMail(idToken, 'de', page),
    path: mail,
    body: { requestType: 'VERIFY_EMAIL', idToken, continueUrl: page },
    language: 'de',
  },
  sendPasswordReset: {
    call: (identity) => identity.sendPasswordReset(email, 'en'),
    path: mail,
    body: { requestType: 'PASSWORD_RESET', email },
    language: 'en',
  },
  'sendPasswordReset with a captcha': {
    call: (identity) => identity.sendPasswordReset(email, 'de', { continueUrl: page, captcha }),
    path: mail,
    body: {
      requestType: 'PASSWORD_RESET',
      email,
      continueUrl: page,
      captchaResp: captcha,
      ...web,
    },
    language: 'de',
  },
  sendEmailChange: {
    call: (identity) => identity.sendEmailChange(idToken, email, 'de', page),
    path: mail,
    body: {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken,
      newEmail: email,
      continueUrl: page,
    },
    language: 'de',
  },
  sendSignInLink: {
    call: (identity) => identity.sendSignInLink(email, 'en', { continueUrl: page, captcha }),
    path: mail,
    body: {
      requestType: 'EMAIL_SIGNIN',
      email,
      continueUrl: page,
      canHandleCodeInApp: true,
      captchaResp: captcha,
      ...web,
    },
    language: 'en',
  },
  checkActionCode: {
    call: (identity) => identity.checkActionCode(code),
    path: 'accounts:resetPassword',
    body: { oobCode: code },
  },
  applyVerification: {
    call: (identity) => identity.applyVerification(code),
    path: 'accounts:update',
    body: { oobCode: code },
  },
  applyEmailChange: {
    call: (identity) => identity.applyEmailChange(code, 'de'),
    path: 'accounts:update',
    body: { oobCode: code },
    language: 'de',
  },
  recoverEmail: {
    call: (identity) => identity.recoverEmail(code),
    path: 'accounts:update',
    body: { oobCode: code },
  },
  confirmPasswordReset: {
    call: (identity) => identity.confirmPasswordReset(code, password),
    path: 'accounts:resetPassword',
    body: { oobCode: code, newPassword: password },
  },
  lookup: {
    call: (identity) => identity.lookup(idToken),
    path: 'accounts:lookup',
    body: { idToken },
  },
  lookupRecord: {
    call: (identity) => identity.lookupRecord(idToken),
    path: 'accounts:lookup',
    body: { idToken },
  },
  updateProfile: {
    call: (identity) => identity.updateProfile(idToken, { displayName: 'Ada', photoURL: null }),
    path: 'accounts:update',
    body: {
      idToken,
      displayName: 'Ada',
      deleteAttribute: ['PHOTO_URL'],
      returnSecureToken: false,
    },
  },
  changePassword: {
    call: (identity) => identity.changePassword(idToken, password, now),
    path: 'accounts:update',
    body: { idToken, password, ...tokens },
  },
  unlinkProvider: {
    call: (identity) => identity.unlinkProvider(idToken, 'google.com'),
    path: 'accounts:update',
    body: { idToken, deleteProvider: ['google.com'], returnSecureToken: false },
  },
  deleteAccount: {
    call: (identity) => identity.deleteAccount(idToken),
    path: 'accounts:delete',
    body: { idToken },
  },
  recaptchaConfig: {
    call: (identity) => identity.recaptchaConfig(),
    path: '/identitytoolkit.googleapis.com/v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE',
  },
}

/** What a request says, in the terms of a PortCall. */
export function asPortCall({ path, body, headers }: SeenRequest): Omit<PortCall, 'call'> {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  const language = headers['x-firebase-locale']
  return {
    path: path.replace('/identitytoolkit.googleapis.com/v1/', ''),
    ...(isForm ? { form: body } : body ? { body: JSON.parse(body) } : {}),
    ...(language === 'en' || language === 'de' ? { language } : {}),
  }
}
