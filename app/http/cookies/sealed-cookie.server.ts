import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { cookieValues } from './cookies'
import { seal, unseal } from './seal.server'

/** Browsers drop a cookie whose name and value are longer than 4096 bytes together (RFC 6265bis §5.6). */
const longest = 4000

/** A cookie that its own browser can neither read nor change, and that is not believed for long. */
export interface SealedCookie<Value> {
  /** Undefined for a cookie that is missing, twice there, not ours or too old. */
  read(context: AppLoadContext): Value | undefined
  /** The Set-Cookie value for the first of these values that fits into a cookie. */
  write(context: AppLoadContext, ...values: [Value, ...Value[]]): string
  /** The Set-Cookie value that takes the cookie away. */
  clear(context: AppLoadContext): string
}

/**
 * Makes a cookie by its name; it is HttpOnly and SameSite=Lax, so that it comes along when somebody
 * returns from another site by a link. `lifetime` is in seconds and holds here too, not only there.
 */
export function sealedCookie<Schema extends z.ZodTypeAny>(
  name: string,
  lifetime: number,
  schema: Schema,
): SealedCookie<z.output<Schema>> {
  const content = z.object({ until: z.number(), value: schema })
  const purpose = `cookie ${name}`

  return {
    read(context) {
      const { config, now, headers } = context
      const header = headers.get('Cookie')
      const [found, planted] = cookieValues(header, fullName(name, config))
      if (!found || planted !== undefined) return undefined
      const text = unseal(found, purpose, config.secrets)
      if (text === undefined) return undefined
      const { data } = content.safeParse(JSON.parse(text))
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

/** `__Host-` binds it to this very host but asks for https; plain http on this machine goes without. */
function fullName(name: string, config: Config): string {
  return isSecure(config) ? `__Host-${name}` : name
}

function attributes(config: Config): string {
  return `Path=/; HttpOnly; SameSite=Lax${isSecure(config) ? '; Secure' : ''}`
}

function isSecure({ publicOrigin }: Config): boolean {
  return publicOrigin.startsWith('https:')
}
