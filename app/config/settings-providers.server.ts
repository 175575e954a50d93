import { z } from 'zod'
import type { LoginProvider } from '../domain/identity/login-providers'
import { loopbackNames, parseUrl } from '../domain/text/urls'
import { readJson } from './settings-files.server'

const text = (longest: number) => z.string().trim().min(1, 'must not be empty').max(longest)

const provider = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens, at most 40'),
  name: text(40),
  issuer: text(300)
    .refine(isSafe, 'must begin with https://, except on localhost')
    .refine(
      (issuer) =>
        !/^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\b/.test(issuer),
      'must name one tenant: others may give their people any address',
    ),
  clientId: text(300),
  clientSecret: text(2_000),
  provesAddresses: z.boolean().default(false),
})

const providersFile = z
  .array(provider.strict())
  .max(10, 'must name at most 10')
  .superRefine((all, refusal) => {
    for (const field of ['id', 'issuer'] as const) {
      const values = all.map((each) => each[field])
      const twice = values.findIndex((value, index) => values.indexOf(value) < index)
      if (twice >= 0) {
        const message = 'is there twice'
        refusal.addIssue({ code: 'custom', path: [twice, field], message })
      }
    }
  })

/** Adds what is wrong with the file of LOGIN_PROVIDERS to `problems`. */
export function readLoginProviders(file: string, problems: string[]): LoginProvider[] {
  const content = readJson('LOGIN_PROVIDERS', file, problems)
  if (content === undefined) return []
  const parsed = providersFile.safeParse(content)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) {
    problems.push(`LOGIN_PROVIDERS (${file}): ${path.join('.') || 'the file'}: ${message}`)
  }
  return []
}

function isSafe(issuer: string): boolean {
  const { protocol, hostname = '', search, hash } = parseUrl(issuer) ?? {}
  if (search || hash) return false
  return protocol === 'https:' || (protocol === 'http:' && loopbackNames.includes(hostname))
}
