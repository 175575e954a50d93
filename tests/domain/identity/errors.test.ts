import { expect, describe as group, test } from 'vitest'
import { clientCodes, describe, fromServer, serverCodes } from '../../../app/domain/identity/errors'
import { languages } from '../../../app/domain/text/languages'
import { words } from '../../support/locales'
import { expectedCodes } from './codes'

group('a message of the identity service', () => {
  test.each(expectedCodes)('%s means %s, answered with %i', (server, client, status) => {
    expect(fromServer(server)).toBe(client)
    expect(describe(client).status).toBe(status)
  })

  test('means the same with a detail after the code', () => {
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
  ])('about the API key is an error of ours: %s', (sentence) => {
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
  test('maps exactly the expected codes of the service', () => {
    expect([...serverCodes].sort()).toEqual(expectedCodes.map(([server]) => server).sort())
  })

  test('has only statuses 4xx and 503, so that a failed sign-in never looks like a crash', () => {
    for (const code of clientCodes) {
      const { status } = describe(code)
      expect(status === 503 || (status >= 400 && status < 500), `${code}: ${status}`).toBe(true)
    }
  })

  test('turns its codes into locale keys, an internal error into the general one', () => {
    expect(describe('user-not-found').key).toBe('errors:auth.userNotFound')
    expect(describe('wrong-password').key).toBe('errors:auth.wrongPassword')
    expect(describe('cancelled-popup-request').key).toBe('auth:cancelledPopupRequest')
    expect(describe('internal-error').key).toBe('errors:general')
  })

  test.each(languages)('has a text for every code, and for no other, in %s', (language) => {
    const { password, ...texts } = words[language].auth
    const wanted = clientCodes.map((code) => describe(code).key)
    const given = Object.keys(texts).map((key) => `auth:${key}`)
    // Raised by us without asking the service: nobody is signed in.
    const own = ['auth:noCurrentUser']
    const specified = ['errors:general', 'errors:auth.userNotFound', 'errors:auth.wrongPassword']
    expect([...specified, ...given].sort()).toEqual([...wanted, ...own].sort())
    expect(Object.values(texts).every((text) => text.trim().length > 0)).toBe(true)
  })

  test.each(languages)(
    'does not reveal whether e-mail or password was wrong, in %s',
    (language) => {
      const { errors, auth } = words[language]
      const texts = [errors.auth.wrongPassword, errors.auth.userNotFound, auth.invalidCredential]
      expect(new Set(texts).size).toBe(1)
    },
  )
})
