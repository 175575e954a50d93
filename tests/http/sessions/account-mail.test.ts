import { expect, test } from 'vitest'
import { sendsAccountMail, sendsLetters } from '~/http/sessions/account-mail.server'

const at = (accounts: 'own' | 'firebase', smtpUrl?: string, emulatorHost?: string) => ({
  accounts,
  identity: { apiKey: 'key', projectId: 'shop', emulatorHost },
  mail: { from: { name: '', address: 'shop@example.com' }, smtpUrl },
})

test('Firebase writes to its accounts, and not to customers', () => {
  expect(sendsAccountMail(at('firebase'))).toBe(true)
  expect(sendsLetters(at('firebase'))).toBe(false)
  expect(sendsLetters(at('firebase', 'smtp://mail.example.com'))).toBe(true)
})

test('Letters beside Firebase’s emulator are files that somebody reads', () => {
  expect(sendsLetters(at('firebase', undefined, '127.0.0.1:9099'))).toBe(true)
  expect(sendsLetters(at('own', undefined, '127.0.0.1:9099'))).toBe(false)
})
