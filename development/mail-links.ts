import { z } from 'zod'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { type AuthEmulator, callEmulator } from './auth-emulator'

const answer = z.object({
  oobCodes: z
    .array(z.object({ email: z.string(), oobCode: z.string(), oobLink: z.string() }))
    .default([]),
})

/** A mail that the emulator would have sent. */
export interface MailLink {
  email: string
  /** What the link does, as the identity service names it, e.g. verifyEmail. */
  mode: string
  /** Our page for it, in each language. */
  addresses: string[]
}

/**
 * Makes a function that answers the mails since its last call, their links leading to our own page
 * as the identity service's mails would.
 */
export function watchMailLinks(emulator: AuthEmulator, publicOrigin: string) {
  const seen = new Set<string>()
  return async function newMailLinks(): Promise<MailLink[]> {
    const path = '/emulator/v1/projects/{project}/oobCodes'
    const { oobCodes } = answer.parse(await callEmulator(emulator, 'GET', path))
    const fresh = oobCodes.filter(({ oobCode }) => !seen.has(oobCode))
    return fresh.map(({ email, oobCode, oobLink }) => {
      seen.add(oobCode)
      const { searchParams } = new URL(oobLink)
      const mode = searchParams.get('mode') ?? 'verifyEmail'
      const continueUrl = searchParams.get('continueUrl')
      const query = { mode, oobCode, ...(continueUrl && { continueUrl }) }
      return { email, mode, addresses: addressesOf(publicOrigin, query) }
    })
  }
}

function addressesOf(publicOrigin: string, query: Record<string, string>): string[] {
  return languages.map((lang) => {
    const search = new URLSearchParams({ ...query, lang })
    return `${publicOrigin}${localizedPath('/verify-email', lang)}?${search}`
  })
}
