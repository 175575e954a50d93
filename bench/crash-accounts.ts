import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '~/config'
import { foundDesk } from '~/domain/desks/members'
import { newRecoveryCodes, recoveryHash } from '~/http/sessions/one-time-codes.server'
import { makeFolder, openStores, openTestServer, type TestServer } from './test-server'

/** Each works through accounts of their own. */
const people = 4

/** Accounts with a second factor that each of them has. */
const protectedEach = 3

/** Answers after which a server is killed at most, and milliseconds after the last of them. */
const killedAfter = { answers: 16, milliseconds: 300 }

/** With accounts of our own, which anybody may open. */
export const settings = {
  ACCOUNTS: 'own',
  FIREBASE_API_KEY: '',
  FIREBASE_PROJECT_ID: '',
  FIREBASE_AUTH_EMULATOR_HOST: '',
  SITE_DESK: 'somebody.else@example.com',
}

interface Newcomer {
  email: string
  /** The password, and the next one that was asked for. */
  password: string
  next?: string
  isAcknowledged: boolean
}

interface Protected {
  uid: string
  email: string
  password: string
  /** `isTaken`: its session was acknowledged. */
  codes: { code: string; isTried: boolean; isTaken: boolean }[]
}

interface Person {
  newcomers: Newcomer[]
  protectedAccounts: Protected[]
}

/**
 * Kills the server while people sign up, choose other passwords and use recovery codes up. Counts what was
 * acknowledged and is not there, codes that work a second time, and accounts that cannot be used.
 */
export async function crashAccounts(rounds: number) {
  const { folder, remove } = await makeFolder()
  const everybody = await prepare(folder)
  let port = 0
  let answered = 0
  const counts = { accounts: 0, passwords: 0, codes: 0 }

  for (let round = 0; round < rounds; round += 1) {
    const server = await openTestServer(folder, port, settings)
    port = Number(new URL(server.origin).port)
    const { answers, milliseconds } = killedAfter
    const wanted = answered + Math.ceil(Math.random() * answers)
    const isOver = () => answered >= wanted
    const working = everybody.map((person) => work(isOver, server, person))
    while (!isOver()) await wait(5)
    await wait(Math.random() * milliseconds)
    await server.kill()
    await Promise.all(working)
  }
  const found = { lost: 0, twice: 0, half: 0 }
  const kept = await findKept(folder, everybody)
  const last = await openTestServer(folder, port, settings)
  for (const newcomer of kept) await inspect(last, newcomer)
  await last.stop()
  found.twice = await countLiving(folder, everybody)
  await remove()
  return { ...counts, ...found }

  async function work(isOver: () => boolean, server: TestServer, person: Person) {
    while (!isOver()) await (Math.random() < 0.5 ? signUp : giveCode)(server, person)
  }

  async function signUp(server: TestServer, { newcomers }: Person) {
    const password = `kettle ${randomUUID()}`
    const one: Newcomer = { email: `${randomUUID()}@example.com`, password, isAcknowledged: false }
    newcomers.push(one)
    const session = await send(server, '/signup', { email: one.email, password })
    answered += 1
    if (!session) return
    one.isAcknowledged = true
    counts.accounts += 1
    one.next = `kettle ${randomUUID()}`
    const form = {
      intent: 'change-password',
      currentPassword: password,
      newPassword: one.next,
    }
    const isChanged = await send(server, '/dashboard/settings/password', form, session)
    answered += 1
    if (!isChanged) return
    counts.passwords += 1
    Object.assign(one, { password: one.next, next: undefined })
  }

  async function giveCode(server: TestServer, person: Person): Promise<void> {
    const { protectedAccounts } = person
    const account = protectedAccounts.find(({ codes }) => codes.some(({ isTried }) => !isTried))
    const code = account?.codes.find(({ isTried }) => !isTried)
    if (!account || !code) return signUp(server, person)
    // Whether a code without an answer was taken is unknown.
    code.isTried = true
    const isOpen = await opens(server, account, code.code)
    answered += 1
    if (!isOpen) return
    code.isTaken = true
    counts.codes += 1
  }

  async function inspect(server: TestServer, newcomer: Newcomer) {
    const { email, password, next } = newcomer
    const passwords = next ? [next, password] : [password]
    const sessions: string[] = []
    for (const each of passwords) {
      const session = await send(server, '/login', { email, password: each })
      if (session) sessions.push(session)
    }
    const [session] = sessions
    if (sessions.length !== 1) found.lost += 1
    if (session && !(await hasDesk(server, session))) found.half += 1
  }

  /** Those that the store has; a form for each would meet the limit of sign-ups. */
  async function findKept(folder: string, everybody: Person[]): Promise<Newcomer[]> {
    const services = await openStores(folder, settings)
    const kept: Newcomer[] = []
    for (const newcomer of everybody.flatMap(({ newcomers }) => newcomers)) {
      if (await services.identities.findByEmail(newcomer.email)) kept.push(newcomer)
      else if (newcomer.isAcknowledged) found.lost += 1
    }
    await services.close()
    return kept
  }
}

/** Codes whose session was acknowledged and that would work again, by the store itself. */
async function countLiving(folder: string, everybody: Person[]): Promise<number> {
  const services = await openStores(folder, settings)
  let living = 0
  for (const { uid, codes } of everybody.flatMap(({ protectedAccounts }) => protectedAccounts)) {
    const factor = await services.secondFactors.find(uid)
    if (!factor) throw new Error('A second factor was lost')
    const { salt, recoveryHashes } = factor
    for (const { code } of codes.filter(({ isTaken }) => isTaken)) {
      if (recoveryHashes.includes(await recoveryHash(code, salt))) living += 1
    }
  }
  await services.close()
  return living
}

async function prepare(folder: string): Promise<Person[]> {
  const services = await openStores(folder, settings)
  const everybody: Person[] = []
  for (let index = 0; index < people; index += 1) {
    const protectedAccounts: Protected[] = []
    for (let each = 0; each < protectedEach; each += 1)
      protectedAccounts.push(await protect(services))
    everybody.push({ newcomers: [], protectedAccounts })
  }
  await services.close()
  return everybody
}

async function protect(services: Services) {
  const { identity, accounts, secondFactors } = services
  const now = new Date()
  const email = `${randomUUID()}@example.com`
  const password = `kettle ${randomUUID()}`
  const { user } = await identity.signUp({ email, password, proven: true }, now)
  const { uid } = user
  await accounts.save({ uid, email, emailVerified: true, locale: 'en', createdAt: now })
  await foundDesk(services, { uid, name: '' }, now)
  const { codes, kept } = await newRecoveryCodes()
  const factor = { uid, sealedSecret: '', lastStep: 0, ...kept, since: now }
  await secondFactors.change(uid, () => factor)
  return {
    uid,
    email,
    password,
    codes: codes.map((code) => ({ code, isTried: false, isTaken: false })),
  }
}

/** With the password and then a code. */
async function opens(
  server: TestServer,
  account: Pick<Protected, 'email' | 'password'>,
  code: string,
) {
  const { email, password } = account
  const waiting = await send(server, '/login', { email, password })
  if (!waiting) return false
  return Boolean(await send(server, '/login?second=', { intent: 'second', code }, waiting))
}

async function hasDesk({ origin }: TestServer, cookie: string): Promise<boolean> {
  const { status } = await fetch(`${origin}/dashboard`, { headers: { cookie }, redirect: 'manual' })
  return status === 200
}

let places = 0

/** The cookies of a form that was taken; undefined for a refusal, or a server that is gone. */
async function send(
  { origin }: TestServer,
  path: string,
  form: Record<string, string>,
  cookie = '',
): Promise<string | undefined> {
  places += 1
  // In a subnet of its own, since a subnet has a limit of its own.
  const address = `10.${(places >> 8) & 255}.${places & 255}.1`
  try {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { origin, cookie, 'x-forwarded-for': address },
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    await answer.arrayBuffer()
    const isRefused = answer.status !== 303 || answer.headers.get('Location')?.includes('problem=')
    if (isRefused) return undefined
    const set = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0])
    return set.join('; ')
  } catch {
    return undefined
  }
}
