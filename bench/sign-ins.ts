import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { foundDesk } from '~/domain/desks/members'
import { send } from '../tests/support/stranger'
import { mailsIn } from '../tests/support/written-mails'
import { watchOthers } from './bystanders'
import { settings } from './crash-accounts'
import type { Effort, Findings } from './run'
import {
  beginConversations,
  makeFolder,
  memoryOf,
  monitor,
  openStores,
  openTestServer,
  percentile,
  readLoop,
} from './test-server'

/** From which the stranger signs in, and how many of the sign-ins wait for their answer at once. */
const [networks, atOnce] = [1_000, 64]

/** Milliseconds within which each page of other people should be there. */
const wanted = 200

/** Milliseconds for which their pages are measured before the stranger comes, and of which the memory is read. */
const [quietFor, sampledEvery] = [5_000, 50]

/** Milliseconds within which the owner should be in, by one way or the other. */
const patience = 60_000

const owner = { email: 'owner@example.com', password: 'kettle-on-the-stove' }

/**
 * Signs in with wrong passwords from a thousand networks, half of the time to the owner's account: how long
 * pages and messages of others take, and the owner at a new browser. Then opens more sign-ins at once than
 * anybody could answer, and reads what they do to the memory.
 */
export async function signIns({ quick }: Effort): Promise<Findings> {
  const [lasts, waiting] = quick ? [20_000, 1_000] : [60_000, 10_000]
  const { folder, remove } = await makeFolder()
  // Data that have a desk and no account of our own belong to Firebase's.
  await openAccount(folder)
  const [visitor] = await beginConversations(folder, 1, 1, settings)
  const server = await openTestServer(folder, 0, settings, monitor)
  const { origin } = server
  const agent = new Agent({ keepAlive: true })
  const answers = new Map<number, number>()
  const conversation = `/chat?t=${visitor?.secret}`

  const quiet = watchOthers(origin, conversation)
  await wait(quietFor)
  const before = (await quiet.stop()).map(({ milliseconds }) => milliseconds)
  const messagesBefore = await writeFor(2_000)
  await readLoop(server)

  let over = false
  const stranger = Promise.all(Array.from({ length: atOnce }, (_, place) => guess(place)))
  const others = watchOthers(origin, conversation)
  const messages = writeFor(lasts)
  await wait(lasts / 10)
  const [byPassword, byLink] = await Promise.all([
    timed(enterByPassword),
    timed(enterByLink),
    messages,
  ])
  over = true
  const waits = await others.stop()
  await stranger
  const { marked, longest } = await readLoop(server)
  const calm = memoryOf(server.process)
  const { most, refused } = await crowd()
  await wait(2_000)
  const after = memoryOf(server.process)
  const alive = (await ask('/readyz', undefined, '192.0.2.3')).status === 200
  agent.destroy()
  await server.stop()
  await remove()

  const times = waits.map(({ milliseconds }) => milliseconds)
  const sent = await messages
  const late = [...times, ...sent].filter((each) => each > wanted).length
  const ratio = percentile(times, 99) / percentile(before, 99)
  const seconds = (each: number) => (Number.isFinite(each) ? each / 1_000 : 'not in a minute')
  const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
  const figures = {
    others: times.length,
    p99Before: percentile(before, 99),
    p99: percentile(times, 99),
    ratio,
    longest: Math.max(...times),
    serverP99: percentile(marked, 99),
    messageBefore: percentile(messagesBefore, 99),
    message: percentile(sent, 99),
    late,
    loopLongest: longest,
    byPassword,
    byLink,
    waiting,
    refused,
    memory: megabytes(calm),
    memoryMost: megabytes(most),
    memoryAfter: megabytes(after),
    alive: Number(alive),
  }
  const row = (what: string, ...values: (number | string)[]) => {
    const shown = values.map((each) => (typeof each === 'number' ? each.toFixed(1) : each))
    return `  ${what.padEnd(50)}${shown.join(', ')}`
  }
  return {
    lines: [
      row('networks of the stranger', String(networks)),
      ...[...answers].sort().map(([status, many]) => row(`answers of ${status}`, String(many))),
      row('pages of others, 99th percentile before, now, ms', figures.p99Before, figures.p99),
      row('  times as long', ratio),
      row('  longest, ms', figures.longest),
      row('  in the server: 99th percentile, ms', figures.serverP99),
      row('messages, 99th percentile before, now, ms', figures.messageBefore, figures.message),
      row(`pages and messages later than ${wanted} ms`, `${late} of ${times.length + sent.length}`),
      row('event loop: longest, ms', longest),
      row('owner at a new browser by password, by link, s', seconds(byPassword), seconds(byLink)),
      row('sign-ins at once, of them refused', `${waiting}, ${refused}`),
      row(
        'memory before, at most, after, MB',
        figures.memory,
        figures.memoryMost,
        figures.memoryAfter,
      ),
      row('the process is', alive ? 'alive' : 'gone'),
    ],
    figures,
  }

  async function guess(place: number) {
    for (let index = place; !over; index += atOnce) {
      const status = await signInFrom(index % networks, index)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  }

  async function signInFrom(network: number, index: number): Promise<number> {
    const email = index % 2 ? owner.email : `nobody-${index}@example.com`
    const body = String(new URLSearchParams({ email, password: `guess ${index}` }))
    const from = `10.${network >> 8}.${network & 255}.7`
    const headers = { ...formHeaders, Origin: origin, 'X-Forwarded-For': from }
    return (await send(origin, { method: 'POST', path: '/login', headers, body }, agent)).status
  }

  /** All at the same moment, each from a network and a connection of its own. */
  async function crowd() {
    let most = 0
    const sampling = setInterval(() => {
      most = Math.max(most, memoryOf(server.process))
    }, sampledEvery)
    const crowding = new Agent({ keepAlive: false, maxSockets: waiting })
    const statuses = await Promise.all(
      Array.from({ length: waiting }, async (_, index) => {
        const body = String(new URLSearchParams({ email: `w${index}@example.com`, password: 'x' }))
        const from = `11.${index >> 8}.${index & 255}.7`
        const headers = { ...formHeaders, Origin: origin, 'X-Forwarded-For': from }
        const question = { method: 'POST', path: '/login', headers, body }
        return (await send(origin, question, crowding)).status
      }),
    )
    clearInterval(sampling)
    return { most, refused: statuses.filter((each) => each === 429 || each === 503).length }
  }

  async function enterByPassword(isLate: () => boolean): Promise<boolean> {
    while (!isLate()) {
      if (await enters('/login', owner, '192.0.2.50')) return true
      await wait(1_000)
    }
    return false
  }

  async function enterByLink(isLate: () => boolean): Promise<boolean> {
    const from = '192.0.2.51'
    const asked = await ask('/login', { intent: 'link', email: owner.email }, from)
    while (asked.status === 303 && !isLate()) {
      await wait(200)
      const [letter] = await mailsIn(folder, owner.email)
      const path = /\/verify-email\?\S+/.exec(letter?.text ?? '')?.[0]
      if (path) return enters(path, { email: owner.email }, from)
    }
    return false
  }

  async function enters(path: string, form: Record<string, string>, from: string) {
    const { headers } = await ask(path, form, from)
    return headers.getSetCookie().some((each) => /^sid=[^;]/.test(each))
  }

  /** Milliseconds for each message of a visitor. */
  async function writeFor(milliseconds: number): Promise<number[]> {
    const taken: number[] = []
    const end = performance.now() + milliseconds
    while (performance.now() < end) {
      const began = performance.now()
      const body = `Are you open on day ${taken.length}?`
      await ask(conversation, { key: crypto.randomUUID(), body }, '192.0.2.2')
      taken.push(performance.now() - began)
      // Slower than what one visitor may write.
      await wait(2_000)
    }
    return taken
  }

  async function ask(path: string, form: Record<string, string> | undefined, from: string) {
    const answer = await fetch(origin + path, {
      method: form ? 'POST' : 'GET',
      headers: { Origin: origin, 'X-Forwarded-For': from },
      body: form && new URLSearchParams(form),
      redirect: 'manual',
    })
    await answer.arrayBuffer()
    return answer
  }
}

const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** Milliseconds until it is done; infinite where it is given up. */
async function timed(work: (isLate: () => boolean) => Promise<boolean>): Promise<number> {
  const began = performance.now()
  const took = () => performance.now() - began
  const isDone = await work(() => took() > patience)
  return isDone ? took() : Number.POSITIVE_INFINITY
}

async function openAccount(folder: string) {
  const services = await openStores(folder, settings)
  const now = new Date()
  const { user } = await services.identity.signUp({ ...owner, proven: true }, now)
  const { uid, email } = user
  await services.accounts.save({ uid, email, emailVerified: true, locale: 'en', createdAt: now })
  await foundDesk(services, { uid, name: '' }, now)
  await services.close()
}
