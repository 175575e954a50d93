import { inject } from 'vitest'
import { z } from 'zod'
import { changeOwn, ownAccounts, ownLetters } from './own-servers'

const sent = z.object({
  oobCodes: z.array(z.object({ email: z.string(), requestType: z.string(), oobCode: z.string() })),
})

/** The codes in the mails that asked this address to confirm itself, in the order of sending. */
export async function verificationCodes(email: string): Promise<string[]> {
  if (ownAccounts) return (await ownLetters(email, 'VERIFY_EMAIL')).map(({ code }) => code)
  const { projectId } = inject('authEmulator')
  const { oobCodes } = sent.parse(
    await administer('GET', `/emulator/v1/projects/${projectId}/oobCodes`),
  )
  return oobCodes
    .filter((mail) => mail.email === email && mail.requestType === 'VERIFY_EMAIL')
    .map(({ oobCode }) => oobCode)
}

/** Whether the service hides which of e-mail and password was wrong. */
export async function setEnumerationProtection(on: boolean): Promise<void> {
  if (ownAccounts) return
  const { projectId } = inject('authEmulator')
  await administer('PATCH', `/emulator/v1/projects/${projectId}/config`, {
    emailPrivacyConfig: { enableImprovedEmailPrivacy: on },
  })
}

/** Blocks an account, as an administrator does. */
export async function disable(uid: string): Promise<void> {
  if (ownAccounts) return changeOwn(({ identities }) => identities.find(uid), { blocked: true })
  const { projectId } = inject('authEmulator')
  const path = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`
  await administer('POST', path, { localId: uid, disableUser: true })
}

const signIn = z.object({ localId: z.string(), idToken: z.string(), refreshToken: z.string() })

/** Makes an account as the browser SDK does, which then has its tokens. */
export function signUpInBrowser(email: string, password: string) {
  return askInBrowser('accounts:signUp', { email, password })
}

/** Signs in as the browser SDK does. */
export function signInInBrowser(email: string, password: string) {
  return askInBrowser('accounts:signInWithPassword', { email, password })
}

/** Signs in with Google, whose word for an address counts, as the browser SDK does. */
export function signInByGoogle(email: string) {
  const claims = JSON.stringify({ sub: email, email, email_verified: true })
  const postBody = String(new URLSearchParams({ id_token: claims, providerId: 'google.com' }))
  return askInBrowser('accounts:signInWithIdp', { postBody, requestUri: 'http://localhost' })
}

/** Makes an account without address or password as the browser SDK does. */
export function signUpAnonymously() {
  return askInBrowser('accounts:signUp', {})
}

async function askInBrowser(name: string, body: object) {
  const path = `/identitytoolkit.googleapis.com/v1/${name}?key=demo-key`
  const response = await fetch(`http://${inject('authEmulator').host}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  })
  return signIn.parse(await response.json())
}

/** Takes the address of an account for proved. */
export async function markVerified(uid: string): Promise<void> {
  if (ownAccounts)
    return changeOwn(({ identities }) => identities.find(uid), { emailVerified: true })
  const { projectId } = inject('authEmulator')
  const path = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:update`
  await administer('POST', path, { localId: uid, emailVerified: true })
}

const known = z.object({ users: z.array(z.object({ localId: z.string() })).length(1) })

/** The same for the account that has this address. */
export async function verifyAddress(email: string): Promise<void> {
  if (ownAccounts)
    return changeOwn(({ identities }) => identities.findByEmail(email), { emailVerified: true })
  const { projectId } = inject('authEmulator')
  const path = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:lookup`
  const [user] = known.parse(await administer('POST', path, { email: [email.toLowerCase()] })).users
  await markVerified(user?.localId ?? '')
}

/** Asks the run's auth emulator as its operator. */
async function administer(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`http://${inject('authEmulator').host}${path}`, {
    method,
    headers: { Authorization: 'Bearer owner', 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  return response.json()
}
