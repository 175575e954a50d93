import { createHash, randomBytes } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { emailKey } from '../../domain/text/email'
import { sealedCookie } from '../cookies/sealed-cookie.server'

/** Seconds. */
const lifetime = 180 * 86_400

/** Accounts that one browser is known to. */
const mostAccounts = 5

/** A name of the browser's own, and hashes of the addresses that have signed in there, the latest first. */
const cookie = sealedCookie(
  'known-browser',
  lifetime,
  z.object({ name: z.string(), accounts: z.array(z.string()).max(mostAccounts) }),
)

/** Set-Cookie value, after a sign-in to the account with this address. */
export function knowBrowser(context: AppLoadContext, email: string): string {
  const { name, accounts } = cookie.read(context) ?? {
    name: randomBytes(16).toString('base64url'),
    accounts: [],
  }
  const latest = hashOf(email)
  const others = accounts.filter((each) => each !== latest)
  return cookie.write(context, { name, accounts: [latest, ...others].slice(0, mostAccounts) })
}

/** What a browser is called that has signed in to the account with this address before. */
export function knownBrowser(context: AppLoadContext, email: string): string | undefined {
  const found = cookie.read(context)
  return found?.accounts.includes(hashOf(email)) ? found.name : undefined
}

function hashOf(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('base64url')
}
