import { codeOf } from '~/http/sessions/one-time-codes.server'
import type { Owner, TestServer } from './test-server'

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
