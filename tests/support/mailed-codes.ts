import { inject } from 'vitest'
import { z } from 'zod'
import type { ActionKind } from '~/domain/identity/identity'
import { ownAccounts, ownLetters, takeOverOwn } from './own-servers'

const sent = z.object({
  oobCodes: z.array(
    z.object({
      email: z.string(),
      requestType: z.string(),
      oobCode: z.string(),
      oobLink: z.string(),
    }),
  ),
})

async function mailsOf(email: string, kind: ActionKind) {
  const { host, projectId } = inject('authEmulator')
  const response = await fetch(`http://${host}/emulator/v1/projects/${projectId}/oobCodes`)
  return sent
    .parse(await response.json())
    .oobCodes.filter((mail) => mail.email === email.toLowerCase() && mail.requestType === kind)
}

/** The codes in the mails of a kind to an address, in the order of sending. */
export async function mailedCodes(email: string, kind: ActionKind): Promise<string[]> {
  if (ownAccounts) return (await ownLetters(email, kind)).map(({ code }) => code)
  return (await mailsOf(email, kind)).map(({ oobCode }) => oobCode)
}

/** The page of this site that the link in the last mail of a kind leads to at last; null if it names none. */
export async function lastContinuation(email: string, kind: ActionKind): Promise<string | null> {
  if (ownAccounts) return (await ownLetters(email, kind)).at(-1)?.continueUrl ?? null
  const link = (await mailsOf(email, kind)).at(-1)?.oobLink ?? ''
  return new URL(link).searchParams.get('continueUrl')
}

/** The code in the last mail of a kind. Throws when there was none. */
export async function lastCode(email: string, kind: ActionKind): Promise<string> {
  const code = (await mailedCodes(email, kind)).at(-1)
  if (!code) throw new Error(`No mail of kind ${kind} to ${email}`)
  return code
}

/** Gives an account another address at once; the emulator then mails the old one, to take it back. */
export async function takeOver(idToken: string, email: string): Promise<void> {
  if (ownAccounts) return takeOverOwn(idToken, email)
  const { host } = inject('authEmulator')
  const response = await fetch(
    `http://${host}/identitytoolkit.googleapis.com/v1/accounts:update?key=demo-key`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ idToken, email }),
    },
  )
  if (!response.ok) throw new Error(await response.text())
}
