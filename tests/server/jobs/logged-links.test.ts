import { expect, test } from 'vitest'
import type { StoredCode } from '~/domain/identity/identities'
import type { Compose } from '~/domain/letters/sending'
import { withLoggedLinks } from '~/server/jobs/logged-links'
import { minute } from '../../contracts/examples'

const letter = {} as Awaited<ReturnType<Compose>>
const request: StoredCode = {
  ...{ id: 'r', holder: 'ada', uid: 'ada', kind: 'PASSWORD_RESET', email: 'ada@example.com' },
  ...{ language: 'de', requestedAt: minute(0), expiresAt: minute(9) },
}

/** What is logged of a letter with a code. */
async function loggedAt(publicOrigin: string): Promise<object[]> {
  const logged: object[] = []
  const log = { info: (line: object) => logged.push(line) } as never
  const compose = withLoggedLinks(async () => letter, { publicOrigin }, log)
  const how = { withFiles: true }
  expect(await compose({ kind: 'account-link', request, code: 'c' }, 'k', how)).toBe(letter)
  const { email, language } = request
  await compose({ kind: 'account-password', uid: 'ada', email, language }, 'k', how)
  return logged
}

test('The links of letters are in the log of a site on this machine, and of no other', async () => {
  const link = 'http://localhost:3000/de/verify-email?mode=resetPassword&oobCode=c&lang=de'
  expect(await loggedAt('http://localhost:3000')).toEqual([{ link }])
  expect(await loggedAt('https://counter.example.com')).toEqual([])
})
