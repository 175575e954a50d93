import { z } from 'zod'
import { nameLine, plainLine } from '../text/single-line'
import { parseLink, parseUrl } from '../text/urls'
import { type Colour, contrast, isColour, leastContrast, readable, shownContrast } from './contrast'
import { grounds, type Look, mostOrigins, ownLook, sides } from './embeds'

const colour = z.custom<Colour>((value) => typeof value === 'string' && isColour(value))
const storedLook = z.object({ light: colour, dark: colour, side: z.enum(sides) })

/** An invalid look falls back to the default rather than breaking the page. */
export function lookFrom(stored: unknown): Look {
  return storedLook.safeParse(stored).data ?? ownLook
}

export function originsFrom(stored: unknown): string[] {
  const lines = z.array(z.string()).safeParse(stored).data ?? []
  return lines.filter((line) => originIn(line) === line)
}

/** `#` may be missing. */
export const typedColour = z
  .string({ required_error: 'embed:errors.colour' })
  .transform((text) => `#${plainLine(text).replace(/^#/, '').toLowerCase()}`)
  .refine(isColour, 'embed:errors.colour')

export interface ColourProblem {
  key: 'embed:errors.contrast'
  values: { nearest: Colour; contrast: number }
}

/** Undefined if text of this colour is readable; otherwise with the nearest that is. */
export function colourProblem(scheme: 'light' | 'dark', typed: Colour): ColourProblem | undefined {
  const ground = grounds[scheme]
  const found = contrast(typed, ground)
  if (found >= leastContrast) return undefined
  return {
    key: 'embed:errors.contrast',
    values: { nearest: readable(typed, ground), contrast: shownContrast(found) },
  }
}

/** Of a website's address, which may have a path; undefined for what could extend the header that names it. */
export function originIn(line: string): string | undefined {
  const text = plainLine(line)
  if (/\p{Cc}/u.test(line.trim()) || text.length > 2_000) return undefined
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const [, beginning = '', name = ''] = withPath.exec(address) ?? []
  if (name.length > 255 || !/^[\p{L}\p{N}.:[\]_-]+$/u.test(name)) return undefined
  const url = parseUrl(beginning)
  if (!url) return undefined
  const { origin, protocol, hostname, username, password } = url
  if (username || password) return undefined
  const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  if (local) return origin
  return protocol === 'https:' && /^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(hostname) ? origin : undefined
}

const withPath = /^(https?:\/\/([^/?#]+))(?:[/?#]\S*)?$/i

/** Whether only the beginning of the line counts. */
export function isCut(line: string): boolean {
  return /[^:/][/?#]./.test(plainLine(line).replace(/^https?:\/\//i, ''))
}

/** One per line, distinct; an error names the wrong line. */
export const typedOrigins = z
  .string()
  .optional()
  .transform((text = '', context) => {
    const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim())
    const wrong = lines.find((line) => originIn(line) === undefined)
    const origins = [...new Set(lines.map((line) => originIn(line) ?? ''))]
    if (wrong === undefined && origins.length <= mostOrigins) return origins
    context.addIssue(
      wrong === undefined
        ? { code: 'custom', message: 'embed:errors.originsMany' }
        : {
            code: 'custom',
            message: 'embed:errors.origins',
            params: { line: wrong.trim().slice(0, 80) },
          },
    )
    return z.NEVER
  })

export const typedLink = z
  .string()
  .transform(nameLine)
  .refine(
    (text) =>
      text.length <= 500 && /^https?:\/\/[^\s"<>]+$/i.test(text) && parseLink(text) !== undefined,
    'errors:errors.link',
  )
  .optional()
