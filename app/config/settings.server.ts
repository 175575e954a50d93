import { z } from 'zod'
import type { AwaitedOwner } from '../domain/desks/site-desk'
import { emailField } from '../domain/forms/email'
import { loopbackNames, parseUrl } from '../domain/text/urls'
import { type AccountsConfig, readAccounts } from './settings-accounts.server'
import { checkCatalogue, checkLegal, type Redirects, readRedirects } from './settings-files.server'
import { type MailInConfig, readMailIn, readSender } from './settings-mail.server'
import { readSecrets } from './settings-secrets.server'
import { readServices, type ServicesConfig } from './settings-store.server'

export type { Redirects }

/** `problems` lists every wrong or missing setting, a sentence each. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`These settings need fixing:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

export type Mode = 'development' | 'production'

type Environment = Record<string, string | undefined>

const number = z.coerce.number({ invalid_type_error: 'must be a number' })
const port = number.int().min(0).max(65_535)
const hostAndPort = z.string().regex(/^[a-z0-9.[\]:-]+:\d+$/i, 'must be host:port')
const url = z.string().url('must be a URL')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_ORIGIN: z.string().optional(),
  DATA_DIR: z.string().default('data'),
  SESSION_SECRET: list.optional(),
  ACCOUNTS: z.enum(['own', 'firebase']).optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_AUTH_EMULATOR_HOST: hostAndPort.optional(),
  LOGIN_PROVIDERS: z.string().optional(),
  STORE: z.enum(['sqlite', 'firestore']).default('sqlite'),
  FIRESTORE_DATABASE: z.string().optional(),
  FIRESTORE_EMULATOR_HOST: hostAndPort.optional(),
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
  LIVE: z.enum(['process', 'rtdb']).default('process'),
  FIREBASE_DATABASE_URL: z.string().optional(),
  FIREBASE_DATABASE_EMULATOR_HOST: hostAndPort.optional(),
  FILES: z.enum(['disk', 'gcs']).default('disk'),
  FILES_BUCKET: z.string().optional(),
  FIREBASE_STORAGE_EMULATOR_HOST: hostAndPort.optional(),
  SMTP_URL: url
    .refine((text) => /^smtps?:\/\/[^/]/.test(text), 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().default('Tresen <tresen@localhost>'),
  MAIL_IN: list.optional(),
  MAIL_IN_DOMAIN: z.string().optional(),
  MAIL_IN_MOVE_TO: z.string().optional(),
  MAIL_IN_SECRET: z.string().optional(),
  MAIL_IN_SPAM: list.optional(),
  MAIL_IN_TLS_CERT: z.string().optional(),
  MAIL_IN_TLS_KEY: z.string().optional(),
  PAYMENTS: list.pipe(z.array(z.enum(['bank-transfer', 'stripe']))).default('bank-transfer'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: list.optional(),
  STRIPE_API_BASE: url.optional(),
  SITE_DESK: z
    .string()
    .transform(emailField('must be the e-mail address of an account'))
    .optional(),
  CATALOGUE: z.string().optional(),
  LEGAL: z.string().optional(),
  SIGNUP: z.enum(['open', 'closed']).default('open'),
  REDIRECTS: z.string().optional(),
  AVATAR_URL: url.optional(),
  TRUST_PROXY: number.int().min(0).max(8).default(0),
  FORM_SECONDS: number.min(0).max(60).default(2),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

const emulatorHosts = [
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIRESTORE_EMULATOR_HOST',
  'FIREBASE_DATABASE_EMULATOR_HOST',
  'FIREBASE_STORAGE_EMULATOR_HOST',
] as const

export const variableNames = Object.keys(variables.shape)

export interface Config extends ServicesConfig, AccountsConfig {
  mode: Mode
  port: number
  host: string
  /** Scheme, host and port; the only source of absolute addresses. */
  publicOrigin: string
  /** Hosts that we respond to: `publicOrigin`, in development also its loopback twins. */
  origins: string[]
  dataDir: string
  /** Newest first; the first signs, all verify. Empty until the server has read the one in `dataDir`. */
  secrets: string[]
  mail: { from: { name: string; address: string }; smtpUrl?: string }
  /** Absent where no e-mails come in. */
  mailIn?: MailInConfig
  payments: ('bank-transfer' | 'stripe')[]
  stripe?: { secretKey: string; webhookSecrets: string[]; apiBase?: string }
  siteOwner: AwaitedOwner
  /** `closed`: one house for itself, without plans; no account after the one of the site's desk. */
  signup: 'open' | 'closed'
  catalogue?: string
  legal?: string
  redirects: Redirects
  /** The picture of accounts without one; without it, initials are shown. */
  avatarUrl?: string
  trustProxy: number
  /** Seconds that filling in a conversation's first form takes at least; 0 for no check. */
  formSeconds: number
  logLevel: string
}

/** Throws a ConfigError with every problem. Development fills gaps; production refuses. */
export function readConfig(environment: Environment, mode: Mode): Config {
  const problems: string[] = []
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => variableNames.includes(name) && value),
  )
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const known = new Set<string>()
    for (const issue of parsed.error.issues) {
      known.add(String(issue.path[0]))
      problems.push(`${issue.path[0]}: ${issue.message}`)
    }
    for (const name of known) delete given[name]
  }
  const values = parsed.success ? parsed.data : variables.parse(given)
  const need = (name: keyof typeof values, why: string) => {
    if (!values[name]) problems.push(`${name} is missing: ${why}`)
  }

  const development = mode === 'development'
  if (!development && !loopbackNames.includes(values.HOST)) {
    need('PUBLIC_ORIGIN', 'the address that people type, e.g. https://counter.example.com')
  }
  const secrets = readSecrets(values, development, problems)
  const accounts = readAccounts(values, development, problems)
  const publicOrigin = readOrigin(
    values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`,
    problems,
  )
  const ownMachine = loopbackNames.includes(new URL(publicOrigin).hostname)
  for (const name of emulatorHosts) {
    if (!development && values[name] && !ownMachine) {
      problems.push(
        `${name}: an emulator believes anybody; take it out, or let PUBLIC_ORIGIN be on localhost`,
      )
    }
  }
  const stripe = values.PAYMENTS.includes('stripe')
  if (stripe) {
    need('STRIPE_SECRET_KEY', 'PAYMENTS names stripe')
    need('STRIPE_WEBHOOK_SECRET', 'PAYMENTS names stripe')
  }
  const redirects = values.REDIRECTS ? readRedirects(values.REDIRECTS, problems) : {}
  const services = readServices(values, problems)
  if (values.CATALOGUE) checkCatalogue(values.CATALOGUE, problems)
  if (values.LEGAL) checkLegal(values.LEGAL, problems)
  const sender = readSender(values.MAIL_FROM, problems)
  const mailIn = readMailIn(values, problems)
  if (problems.length > 0) throw new ConfigError(problems)

  return {
    mode,
    port: values.PORT,
    host: values.HOST,
    publicOrigin,
    origins: development ? withLoopbackTwins(publicOrigin) : [publicOrigin],
    dataDir: values.DATA_DIR,
    secrets,
    ...accounts,
    ...services,
    mail: { from: sender, smtpUrl: values.SMTP_URL },
    mailIn,
    payments: values.PAYMENTS,
    stripe:
      stripe && values.STRIPE_SECRET_KEY && values.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: values.STRIPE_SECRET_KEY,
            webhookSecrets: values.STRIPE_WEBHOOK_SECRET,
            apiBase: values.STRIPE_API_BASE,
          }
        : undefined,
    siteOwner: awaitedOwner(values.SITE_DESK, accounts),
    signup: values.SIGNUP,
    catalogue: values.CATALOGUE,
    legal: values.LEGAL,
    redirects,
    avatarUrl: values.AVATAR_URL,
    trustProxy: values.TRUST_PROXY,
    formSeconds: values.FORM_SECONDS,
    logLevel: values.LOG_LEVEL,
  }
}

/** Firebase knows no set-up link: there the first verified address is waited for. */
function awaitedOwner(
  email: string | undefined,
  { accounts }: Pick<AccountsConfig, 'accounts'>,
): AwaitedOwner {
  if (email !== undefined) return { email }
  return accounts === 'own' ? 'set-up' : 'first'
}

/** https, or http on loopback: secure cookies would not come back otherwise. */
function readOrigin(text: string, problems: string[]): string {
  const parsed = parseUrl(text)
  if (!parsed || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')) {
    problems.push('PUBLIC_ORIGIN: must look like https://counter.example.com')
    return 'http://localhost'
  }
  if (parsed.pathname !== '/' || parsed.search || parsed.hash || parsed.username) {
    problems.push('PUBLIC_ORIGIN: scheme, host and port only, without a path')
  }
  if (parsed.protocol === 'http:' && !loopbackNames.includes(parsed.hostname)) {
    problems.push('PUBLIC_ORIGIN: must be https, except on localhost')
  }
  return parsed.origin
}

function withLoopbackTwins(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin)
  if (!loopbackNames.includes(hostname)) return [origin]
  const suffix = port ? `:${port}` : ''
  return [...new Set([origin, ...loopbackNames.map((name) => `${protocol}//${name}${suffix}`)])]
}
