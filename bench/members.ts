import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { newId } from '~/domain/text/ids'
import type { Effort, Findings } from './run'
import { signIn } from './signed-in'
import {
  beginConversations,
  makeFolder,
  monitor,
  openStores,
  openTestServer,
  percentile,
  readLoop,
  type TestServer,
  type Visitor,
} from './test-server'

/** Members of the desk, all of whom have the visitor's ticket open. */
const sizes = [1, 20]

/** Milliseconds between two messages: a visitor may write one a second in the long run. */
const pace = 20

interface Crowd {
  members: number
  server: TestServer
  visitors: Visitor[]
  spans: number[]
  processor: number
  close(): Promise<void>
}

/**
 * Measures what a visitor's message costs while one member of the desk, or twenty, have their ticket open:
 * milliseconds from the POST to its answer, which is sent after the commit is synced, and milliseconds of
 * processor with everything that the message sends to the members' streams.
 */
export async function members({ quick }: Effort): Promise<Findings> {
  const crowds: Crowd[] = []
  for (const size of sizes) crowds.push(await gather(size))
  const times = quick ? 50 : 200
  for (let round = 0; round < 5; round += 1) {
    for (const crowd of crowds) {
      const first = round === 0
      const before = crowd.spans.length
      await readLoop(crowd.server)
      for (let number = 0; number < times; number += 1) {
        crowd.spans.push(await write(crowd, number))
        await new Promise((resolve) => setTimeout(resolve, pace))
      }
      const { processor } = await readLoop(crowd.server)
      // V8 compiles in the first round.
      if (first) crowd.spans.length = before
      else crowd.processor += processor
    }
  }
  for (const { close } of crowds) await close()
  const lines = crowds.map(
    ({ members, spans, processor }) =>
      `${members} in the ticket: ${percentile(spans, 50).toFixed(2)} ms to the receipt, 99 % within ${percentile(spans, 99).toFixed(1)} ms, ${(processor / spans.length).toFixed(2)} ms of processor`,
  )
  const [one, all] = crowds.map(({ spans, processor }) => ({
    median: percentile(spans, 50),
    processor: processor / spans.length,
  }))
  const figures = {
    'median, ratio': (all?.median ?? 0) / (one?.median ?? 1),
    'processor, ratio': (all?.processor ?? 0) / (one?.processor ?? 1),
  }
  const ratios = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(2)}`)
  return { lines: [...lines, ratios.join(', ')], figures }
}

async function gather(size: number): Promise<Crowd> {
  const { folder, remove } = await makeFolder()
  const visitors = await beginConversations(folder, 1, 100)
  const cookies = await join(folder, size)
  const server = await openTestServer(folder, 0, { FORM_SECONDS: '0' }, monitor)
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const streams: IncomingMessage[] = []
  for (const [index, cookie] of cookies.entries()) {
    const headers = { cookie, 'x-forwarded-for': `192.0.2.${index}` }
    const [stream] = await once(get(`${server.origin}/live`, { agent, headers }), 'response')
    if (stream.statusCode !== 200) throw new Error(`A stream got ${stream.statusCode}.`)
    stream.resume()
    streams.push(stream)
    for (const number of visitors.keys()) {
      await open(server, `ticket=${number + 1}&page=p${index}`, {
        ...headers,
        origin: server.origin,
      })
    }
  }
  return {
    members: size,
    server,
    visitors,
    spans: [],
    processor: 0,
    async close() {
      for (const stream of streams) stream.destroy()
      await server.stop()
      await remove()
    },
  }
}

/** Makes the desk's owner the first of so many members; returns a session's cookie for each. */
async function join(folder: string, size: number): Promise<string[]> {
  const now = new Date()
  const services = await openStores(folder)
  const [own] = await services.members.desksOf('owner-0')
  if (!own) throw new Error('The desk has no owner.')
  const accounts = [{ uid: 'owner-0', email: 'owner-0@example.com' }]
  for (let index = 1; index < size; index += 1) {
    const account = { uid: `member-${index}`, email: `member-${index}@example.com` }
    const member = { deskId: own.desk.id, uid: account.uid, kind: 'colleague' } as const
    await services.accounts.save({ ...account, emailVerified: true, locale: 'en', createdAt: now })
    await services.members.join({
      ...member,
      reader: newId(now),
      name: '',
      joinedAt: now,
      chosenAt: now,
    })
    accounts.push(account)
  }
  await services.close()
  const cookies: string[] = []
  for (const account of accounts) cookies.push((await signIn(folder, now, account)).cookie)
  return cookies
}

async function open(server: TestServer, sign: string, headers: Record<string, string>) {
  const answer = await fetch(`${server.origin}/live?${sign}`, { method: 'POST', headers })
  if (answer.status !== 204) throw new Error(`A sign got ${answer.status}.`)
}

/** Milliseconds from a message to its receipt. */
async function write({ server, visitors }: Crowd, number: number): Promise<number> {
  const visitor = visitors[number % visitors.length]
  if (!visitor) throw new Error('Nobody has a conversation.')
  const body = new URLSearchParams({ key: randomUUID(), body: 'Is it ready?', intent: 'send' })
  const begun = performance.now()
  const answer = await fetch(`${server.origin}/chat?t=${visitor.secret}`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: server.origin, 'x-forwarded-for': visitor.address },
  })
  if (answer.status !== 303) throw new Error(`A message got ${answer.status}.`)
  return performance.now() - begun
}
