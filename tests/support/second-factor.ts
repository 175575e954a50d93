import { codeOf } from '~/http/sessions/one-time-codes.server'
import { cookiesOf } from './google'
import { verifyAddress } from './identity-operator'
import { newEmail, type Owner, password, type Reply, type TestServer } from './test-server'

const profile = '/dashboard/profile'
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An app that was given the key that a page shows: what it displays at a time. */
export function authenticator(key: string): (now: Date) => string {
  const bits = [...key.replaceAll(' ', '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []
  return (now) => codeOf(Buffer.from(bytes), Math.floor(now.getTime() / 30_000))
}

export interface Protected extends Owner {
  /** The next code of the app: half a minute later than the last. */
  code(): string
  recoveryCodes: string[]
}

/** Sets the second factor of an account up, as its owner does. */
export async function protect(server: TestServer, owner: Owner): Promise<Protected> {
  const { ask, clock } = server
  const began = await ask(profile, { ...owner, form: { intent: 'begin-factor' } })
  const made = began.setCookies.find((each) => each.startsWith('new-second-factor='))
  const cookie = `${owner.cookie}; ${made?.split(';', 1)[0]}`
  const page = await ask(profile, { cookie })
  const app = authenticator(codesIn(page.text)[0] ?? '')
  const form = { intent: 'confirm-factor', code: app(clock.now) }
  const done = await ask(profile, { cookie, form })
  if (done.status !== 200) throw new Error(`Setting it up answered ${done.status}: ${done.text}`)
  const code = () => {
    clock.forward(30_000)
    return app(clock.now)
  }
  return { ...owner, code, recoveryCodes: codesIn(done.text) }
}

/** What a page shows to be copied. */
export function codesIn(html: string): string[] {
  return [...html.matchAll(/<code>([^<]*)<\/code>/g)].map(([, text = '']) => text)
}

/** An account with a confirmed address. */
export async function confirmedOwner(server: TestServer, email = newEmail()): Promise<Owner> {
  const owner = await server.signUp(email)
  await verifyAddress(email)
  await server.ask('/verify-email', owner)
  return owner
}

/** An account that has a second factor. */
export const newProtected = async (server: TestServer, email?: string): Promise<Protected> =>
  protect(server, await confirmedOwner(server, email))

export const factorOf = ({ services }: TestServer, { desk }: Owner) =>
  services.secondFactors.find(desk.ownerUid)

export const signIn = (server: TestServer, email: string, path = '/login') =>
  server.ask(path, { form: { email, password } })

/** Sends a code where the page that asks for it is sent. */
export const giveCode = (server: TestServer, reply: Reply, code: string) =>
  server.ask(pageAfter(reply), { cookie: cookiesOf(reply), form: { intent: 'second', code } })

/** A script reads in the answer where its page goes on. */
export function pageAfter({ status, location, text }: Reply): string {
  return status === 403 ? JSON.parse(text).to : location
}
