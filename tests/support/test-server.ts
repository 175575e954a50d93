import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import pino from 'pino'
import { databaseIn } from '~/adapters/sqlite/data-folder.server'
import type { Config, Services } from '~/config'
import { readConfig } from '~/config/settings.server'
import type { Desk } from '~/domain/desks/desks'
import type { MemberKind } from '~/domain/desks/members'
import { findSiteDesk } from '~/domain/desks/site-desk'
import { defaultLanguage, type Language } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import type { RunningServer, ServerOptions } from '~/server/production'
import { appEnvironment, startBuilt, temporaryFolder, withoutLimits } from './app'
import { putEmptyDatabase } from './empty-database'
import { markVerified } from './identity-operator'
import { enlist, ownSettings } from './own-servers'
import { remoteBus, remoteStores, storesOf } from './remote-stores'

export { words } from './locales'

export const password = 'kettle-on-the-stove'

export const minute = 60_000
export const hour = 60 * minute

/** A request as the tests ask it. */
export interface Question {
  method?: string
  cookie?: string
  /** Sent as a browser sends a form of this site. */
  form?: Record<string, string>
  /** Sent as it is, in place of a form. */
  body?: string
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  headers: Headers
  /** The Location header; empty without one. */
  location: string
  setCookies: string[]
  text: string
}

export interface Owner {
  email: string
  cookie: string
  desk: Desk
}

export interface Conversation {
  /** Where the visitor was led to: path, query and fragment. */
  address: string
  secret: string
}

export interface Asking {
  /** Sends a request and follows no redirect. */
  ask(path: string, question?: Question): Promise<Reply>
}

/**
 * The next 08:00 UTC: whole days and what is counted by them begin at midnight, far from where tests do.
 * Ahead of the identity service, whose clock is the real one: a sign-in that seems older than its account
 * would look revoked.
 */
function nextMorning(time: number): Date {
  const morning = new Date(time)
  morning.setUTCHours(8, 0, 0, 0)
  return morning.getTime() < time ? new Date(morning.getTime() + 24 * hour) : morning
}

/** The built app with a store of its own and a clock of the test's. */
export interface TestServer extends RunningServer, Asking {
  clock: { now: Date; forward(milliseconds: number): void }
  /** What it has warned of, a line each. */
  warnings: string[]
  /** Where its data are; `close` removes it, unless DATA_DIR names another one. */
  folder: string
  /** What it seals and signs with. */
  secrets: string[]
  /** Runs one of the operator's commands on its data. */
  command(...words: string[]): { status: number | null; stdout: string }
  /** Opens an account with the form; the first one of a server is verified and has the site's own desk. */
  signUp(email?: string, language?: Language): Promise<Owner>
  /** Another account that joins a desk, and is at it from then on. */
  join(desk: Desk, kind: MemberKind): Promise<Owner>
  /** A visitor's first message at a desk, the site's own unless its public key is given. */
  begin(body: string, deskKey?: string): Promise<Conversation>
}

interface Setting {
  environment?: Record<string, string>
  /** Another identity service than the run's emulator; it is closed with the server. */
  identity?: { host: string; close?(): Promise<void> }
  /** Attempts are counted as they are in production, and answers come at this pace. */
  limited?: Pick<ServerOptions, 'pace'>
  streamRules?: ServerOptions['streamRules']
  /** Puts others in the place of services. */
  arrange?: ServerOptions['arrange']
  /** The folder of another build than the run's. */
  project?: string
}

/** Milliseconds to the stores and the live bus, where a run has them far away. */
const latency = Number(process.env.STORE_LATENCY ?? 0)

function atDistance<Given extends Services>(services: Given): Given {
  const { stores } = remoteStores(storesOf(services), latency)
  return { ...services, ...stores, live: remoteBus(services.live, latency) }
}

/** Starts the built app in this process on a free port. */
export async function openTestServer({
  environment,
  identity,
  limited = withoutLimits,
  streamRules,
  arrange = limited === withoutLimits ? withoutLimits.arrange : undefined,
  project = '.',
}: Setting = {}): Promise<TestServer> {
  const folder = temporaryFolder()
  const read = readConfig(
    {
      ...appEnvironment(folder),
      PUBLIC_ORIGIN: 'http://127.0.0.1:0',
      ...ownSettings,
      ...environment,
    },
    'production',
  )
  // Without a secret the folder must be as a first start finds it.
  if (read.secrets.length > 0) await putEmptyDatabase(databaseIn(folder))
  const emulatorHost = identity?.host ?? read.identity.emulatorHost
  const config: Config = { ...read, identity: { ...read.identity, emulatorHost } }
  const clock: TestServer['clock'] = {
    now: nextMorning(Date.now() + hour),
    forward(milliseconds) {
      clock.now = new Date(clock.now.getTime() + milliseconds)
    },
  }
  const warnings: string[] = []
  const server = await startBuilt(project, {
    ...limited,
    arrange: latency ? (services) => atDistance(arrange?.(services) ?? services) : arrange,
    timers: false,
    streamRules,
    config,
    now: () => clock.now,
    log: pino({ level: 'warn' }, { write: (line) => void warnings.push(line) }),
  })
  const { origin, services } = server
  const leave = enlist(services, () => clock.now)

  const ask = askAt(origin)

  async function signUp(email = newEmail(), language = defaultLanguage) {
    // With accounts of our own, only the set-up link leads to the first one.
    const setUp = await server.setupLink()
    const path = setUp ? setUp.slice(origin.length) : '/signup'
    const reply = await ask(localizedPath(path, language), { form: { email, password } })
    const cookie = cookieFrom(reply)
    const account = await services.accounts.findByEmail(email)
    const desk = account && (await services.members.desksOf(account.uid))[0]?.desk
    if (!cookie || !desk) throw new Error(`Sign-up answered ${reply.status}: ${reply.text}`)
    if (!(await findSiteDesk(services))) await verify(ask, cookie, desk.ownerUid)
    return { email, cookie, desk }
  }

  return {
    ...server,
    clock,
    warnings,
    folder: config.dataDir,
    secrets: config.secrets,
    ask,
    command: (...words) =>
      spawnSync(process.execPath, ['build/server/index.js', ...words], {
        env: {
          ...process.env,
          ...appEnvironment(config.dataDir),
          ...ownSettings,
          PUBLIC_ORIGIN: 'http://127.0.0.1:1',
        },
        encoding: 'utf8',
      }),
    signUp,
    async join(desk, kind) {
      const own = await signUp()
      const at = { joinedAt: clock.now, chosenAt: clock.now }
      const member = { deskId: desk.id, uid: own.desk.ownerUid, kind, name: own.email, ...at }
      if (!(await services.members.join({ ...member, reader: randomUUID() })))
        throw new Error('Nobody joined')
      return own
    },
    async begin(body, deskKey) {
      const path = deskKey ? `/chat?desk=${deskKey}` : '/chat'
      const { location, text } = await ask(path, { form: { key: randomUUID(), body } })
      const secret = new URL(location, origin).searchParams.get('t')
      if (!secret) throw new Error(`No conversation was begun: ${text}`)
      return { address: location, secret }
    },
    async close() {
      leave()
      await server.close()
      await identity?.close?.()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Asks a server or a proxy as browsers do. */
export function askAt(origin: string): Asking['ask'] {
  return async (path, question = {}) => {
    const { cookie, form, method = form ? 'POST' : 'GET' } = question
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie && { Cookie: cookie }),
        ...(form && { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }),
        ...question.headers,
      },
      body: form ? new URLSearchParams(form) : question.body,
    })
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('Location') ?? '',
      setCookies: response.headers.getSetCookie(),
      text: await response.text(),
    }
  }
}

/** Confirms the address, and comes back to the page that waits for it. */
export async function verify(ask: Asking['ask'], cookie: string, uid: string): Promise<void> {
  await markVerified(uid)
  await ask('/verify-email', { cookie })
}

/** An address that nobody has signed up with: all tests of a run share one identity service. */
export function newEmail(): string {
  return `${randomUUID()}@example.com`
}

/** The cookie that a reply sets for the session, as a browser sends it back; empty without one. */
export function cookieFrom({ setCookies }: Reply): string {
  const session = setCookies.find((each) => each.startsWith('sid='))
  return session?.split(';', 1)[0] ?? ''
}
