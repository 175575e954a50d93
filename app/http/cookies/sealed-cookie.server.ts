import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { cookieValues } from './cookies'
import { seal, unseal } from './seal.server'

/** Browsers drop cookies over 4096 bytes with their name (RFC 6265bis §5.6). */
const longest = 4000

/** A short-lived cookie that its browser can neither read nor change. */
interface SealedCookie<Value> {
  /** Undefined for a missing, duplicate, invalid or expired cookie. */
  read(context: AppLoadContext): Value | undefined
  /** Set-Cookie value for the first of the values that fits. */
  write(context: AppLoadContext, ...values: [Value, ...Value[]]): string
  clear(context: AppLoadContext): string
}

const names = [
  'cart',
  'conversations',
  'data-export',
  'email-change',
  'flash',
  'known-browser',
  'mail-address',
  'new-second-factor',
  'passkey',
  'second-factor',
  'unsent',
  'way-in',
] as const

/** With the session's, and without a prefix: a request that brings one gets no cached page. */
export const personalCookies: ReadonlySet<string> = new Set([
  'sid',
  // No page depends on whether a browser is known.
  ...names.filter((name) => name !== 'known-browser'),
])

/** SameSite=Lax: sent from another site's link. `lifetime` (seconds) is enforced here too. */
export function sealedCookie<Schema extends z.ZodTypeAny>(
  name: (typeof names)[number],
  lifetime: number,
  schema: Schema,
): SealedCookie<z.output<Schema>> {
  const content = z.object({ until: z.number(), value: schema })
  const purpose = `cookie ${name}`

  return {
    read(context) {
      const { config, now, headers } = context
      const [found, planted] = cookieValues(headers.get('Cookie'), fullName(name, config))
      if (!found || planted !== undefined) return undefined
      const text = unseal(found, purpose, config.secrets)
      const { data } = content.safeParse(text === undefined ? undefined : JSON.parse(text))
      if (!data || data.until <= now().getTime()) return undefined
      context.personal = true
      return data.value
    },

    write({ config, now }, ...values) {
      const until = now().getTime() + lifetime * 1000
      const pairs = values.map((value) => {
        const sealed = seal(JSON.stringify({ until, value }), purpose, config.secrets)
        return `${fullName(name, config)}=${sealed}`
      })
      const fitting = pairs.find((pair) => pair.length <= longest)
      if (!fitting) throw new Error(`The cookie ${name} would be longer than browsers keep`)
      return `${fitting}; Max-Age=${lifetime}; ${attributes(config)}`
    },

    clear({ config }) {
      return `${fullName(name, config)}=; Max-Age=0; ${attributes(config)}`
    },
  }
}

type Config = AppLoadContext['config']

/** `__Host-` binds it to this host but requires https, which loopback lacks. */
function fullName(name: string, config: Config): string {
  return isSecure(config) ? `__Host-${name}` : name
}

function attributes(config: Config): string {
  return `Path=/; HttpOnly; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`
}

function isSecure({ publicOrigin }: Config): boolean {
  return publicOrigin.startsWith('https:')
}
