import { readFileSync } from 'node:fs'
import { expect, describe as group, test } from 'vitest'
import {
  type ClientCode,
  clientCodes,
  describe,
  fromServer,
  serverCodes,
} from '../../app/domain/identity-errors'

const expected: [server: string, client: ClientCode, status: number][] = [
  ['EMAIL_EXISTS', 'email-already-in-use', 409],
  ['INVALID_PASSWORD', 'wrong-password', 400],
  ['EMAIL_NOT_FOUND', 'user-not-found', 400],
  ['INVALID_LOGIN_CREDENTIALS', 'invalid-credential', 400],
  ['INVALID_IDP_RESPONSE', 'invalid-credential', 400],
  ['USER_DISABLED', 'user-disabled', 403],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'too-many-requests', 429],
  ['RESET_PASSWORD_EXCEED_LIMIT', 'too-many-requests', 429],
  ['QUOTA_EXCEEDED', 'quota-exceeded', 429],
  ['EXPIRED_OOB_CODE', 'expired-action-code', 410],
  ['INVALID_OOB_CODE', 'invalid-action-code', 400],
  ['INVALID_ID_TOKEN', 'invalid-user-token', 401],
  ['TOKEN_EXPIRED', 'user-token-expired', 401],
  ['USER_NOT_FOUND', 'user-token-expired', 401],
  ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'requires-recent-login', 401],
  ['INVALID_EMAIL', 'invalid-email', 400],
  ['INVALID_IDENTIFIER', 'invalid-email', 400],
  ['MISSING_EMAIL', 'missing-email', 400],
  ['MISSING_PASSWORD', 'missing-password', 400],
  ['WEAK_PASSWORD', 'weak-password', 400],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'password-does-not-meet-requirements', 400],
  ['OPERATION_NOT_ALLOWED', 'operation-not-allowed', 403],
  ['PASSWORD_LOGIN_DISABLED', 'operation-not-allowed', 403],
  ['ADMIN_ONLY_OPERATION', 'admin-restricted-operation', 403],
  ['FEDERATED_USER_ID_ALREADY_LINKED', 'credential-already-in-use', 409],
  ['UNAUTHORIZED_DOMAIN', 'unauthorized-continue-uri', 503],
  ['INVALID_OAUTH_CLIENT_ID', 'invalid-oauth-client-id', 503],
  ['MISSING_RECAPTCHA_TOKEN', 'missing-recaptcha-token', 400],
  ['INVALID_RECAPTCHA_TOKEN', 'invalid-recaptcha-token', 400],
  ['INVALID_RECAPTCHA_ACTION', 'invalid-recaptcha-action', 503],
  ['RECAPTCHA_NOT_ENABLED', 'recaptcha-not-enabled', 503],
  ['INVALID_REQ_TYPE', 'invalid-req-type', 503],
  ['MISSING_OOB_CODE', 'internal-error', 503],
  ['BLOCKING_FUNCTION_ERROR_RESPONSE', 'internal-error', 503],
  ['CONFIGURATION_NOT_FOUND', 'invalid-api-key', 503],
]

group('a message of the identity service', () => {
  test.each(expected)('%s means %s, answered with %i', (server, client, status) => {
    expect(fromServer(server)).toBe(client)
    expect(describe(client).status).toBe(status)
  })

  test('means the same with a detail behind the code', () => {
    expect(fromServer('WEAK_PASSWORD : Password should be at least 6 characters')).toBe(
      'weak-password',
    )
    expect(fromServer('TOO_MANY_ATTEMPTS_TRY_LATER : Access : temporarily disabled')).toBe(
      'too-many-requests',
    )
  })

  test.each([
    'The request is missing a valid API key.',
    'API key not valid. Please pass a valid API key.',
    'API key expired. Please renew the API key.',
    'Requests from referer <empty> are blocked.',
    'Requests from this Android client application <empty> are blocked.',
    'Requests to this API identitytoolkit method google.cloud.identitytoolkit.v1.AuthenticationService.SignUp are blocked.',
    'The provided API key has an IP address restriction. The originating IP address of the call (192.0.2.1) violates this restriction.',
    'Identity Toolkit API has not been used in project 1 before or it is disabled.',
    'API_KEY_INVALID',
    'keyInvalid',
  ])('about the key is a fault of ours: %s', (sentence) => {
    expect(fromServer(sentence)).toBe('invalid-api-key')
  })

  test.each(['', ' : ', 'SOMETHING_NEW', 'email_exists', '__proto__', 'constructor', '<html>'])(
    'that the catalogue does not know is an internal error: %j',
    (message) => {
      expect(fromServer(message)).toBe('internal-error')
    },
  )
})

group('the catalogue', () => {
  test('names each code of the service once', () => {
    expect(new Set(serverCodes).size).toBe(serverCodes.length)
  })

  test('answers nothing but 4xx and 503, so that an identity failure is never our crash', () => {
    for (const code of clientCodes) {
      const { status } = describe(code)
      expect(status === 503 || (status >= 400 && status < 500), `${code}: ${status}`).toBe(true)
    }
  })

  test('makes locale keys of its codes, and the general words of an internal error', () => {
    expect(describe('user-not-found').key).toBe('errors.auth.userNotFound')
    expect(describe('cancelled-popup-request').key).toBe('errors.auth.cancelledPopupRequest')
    expect(describe('internal-error').key).toBe('errors.general')
  })

  test.each(['en', 'de'])('has words for every code, and no others, in %s', (language) => {
    const { errors } = words(language)
    const wanted = clientCodes.map((code) => describe(code).key)
    const given = Object.keys(errors.auth).map((key) => `errors.auth.${key}`)
    expect(['errors.general', ...given].sort()).toEqual([...wanted].sort())
    expect(Object.values(errors.auth).every((text) => text.trim().length > 0)).toBe(true)
  })

  test.each(['en', 'de'])('does not tell which of e-mail and password was wrong, in %s', (name) => {
    const { auth } = words(name).errors
    expect(new Set([auth.wrongPassword, auth.userNotFound, auth.invalidCredential]).size).toBe(1)
  })
})

function words(language: string): { errors: { auth: Record<string, string> } } {
  const file = new URL(`../../locales/${language}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}
