import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '~/config'
import { secretHash } from '~/http/links/ticket-link.server'
import { crashAccounts } from './crash-accounts'
import type { Effort, Findings } from './run'
import {
  beginConversations,
  makeFolder,
  openStores,
  openTestServer,
  type TestServer,
  type Visitor,
} from './test-server'

const writers = 24

/** Milliseconds after which a server that is being written to is killed, at random between these. */
const killedAfter = { least: 200, most: 1_500 }

interface Sent {
  key: string
  body: string
}

/**
 * Kills the server under load, again and again, and counts what was acknowledged and is not there, and
 * what is there twice. Writers behave as the chat does: what was not acknowledged is sent again with
 * the same key.
 */
export async function crash({ quick }: Effort): Promise<Findings> {
  const rounds = quick ? 10 : 100
  const { folder, remove } = await makeFolder()
  const visitors = await beginConversations(folder, 1, writers)
  const acknowledged = new Map<string, Sent[]>(visitors.map(({ ticketId }) => [ticketId, []]))
  const pending = new Map<string, Sent>()
  const recoveries: number[] = []
  let resent = 0
  let port = 0
  let count = 0

  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    const server = await openTestServer(folder, port)
    recoveries.push(performance.now() - begun)
    port = Number(new URL(server.origin).port)
    const { least, most } = killedAfter
    const dying = wait(least + Math.random() * (most - least)).then(() => server.kill())
    let alive = true
    dying.then(() => {
      alive = false
    })
    await Promise.all(visitors.map((visitor) => writeWhile(() => alive, server, visitor)))
    await dying
  }
  const last = await openTestServer(folder, port)
  await Promise.all(
    visitors.map(async (visitor) => {
      const sent = pending.get(visitor.ticketId)
      if (sent && (await send(last, visitor, sent))) settle(visitor, sent)
    }),
  )
  await last.stop()
  const { lost, doubled, kept } = await compare()
  await remove()
  const ofAccounts = await crashAccounts(quick ? 5 : 25)
  const recovery = recoveries.sort((one, other) => one - other)[recoveries.length >> 1] ?? 0
  return {
    lines: [
      `  killed (SIGKILL) under load    ${rounds} times`,
      `  messages acknowledged          ${count}`,
      `  sent again with their key      ${resent}`,
      `  messages kept                  ${kept}`,
      `  acknowledged and lost          ${lost}`,
      `  doubled                        ${doubled}`,
      `  until open again, median       ${Math.round(recovery)} ms`,
      `  sign-ups acknowledged          ${ofAccounts.accounts}`,
      `  new passwords acknowledged     ${ofAccounts.passwords}`,
      `  recovery codes used            ${ofAccounts.codes}`,
      `  accounts or passwords lost     ${ofAccounts.lost}`,
      `  codes that worked twice        ${ofAccounts.twice}`,
      `  accounts without a counter     ${ofAccounts.half}`,
    ],
    figures: {
      ...{ rounds, acknowledged: count, resent, kept, lost, doubled, recovery },
      ...{ accounts: ofAccounts.accounts, passwords: ofAccounts.passwords },
      ...{ codes: ofAccounts.codes, lostAccounts: ofAccounts.lost },
      ...{ codesTwice: ofAccounts.twice, halfAccounts: ofAccounts.half },
    },
  }

  async function writeWhile(alive: () => boolean, server: TestServer, visitor: Visitor) {
    while (alive()) {
      const waiting = pending.get(visitor.ticketId)
      if (waiting) resent += 1
      const sent = waiting ?? { key: randomUUID(), body: `message ${randomUUID()}` }
      pending.set(visitor.ticketId, sent)
      if (await send(server, visitor, sent)) settle(visitor, sent)
      // What a visitor may write in a while is limited; a refusal is not an acknowledgement.
      else await wait(20)
    }
  }

  function settle({ ticketId }: Visitor, sent: Sent) {
    pending.delete(ticketId)
    acknowledged.get(ticketId)?.push(sent)
    count += 1
  }

  /** Looks into the store itself, with no server between. */
  async function compare() {
    const services = await openStores(folder)
    let lost = 0
    let doubled = 0
    let kept = 0
    for (const visitor of visitors) {
      const ticket = acknowledged.get(visitor.ticketId) ?? []
      const bodies = await bodiesOf(services, visitor)
      kept += bodies.length
      for (const { body } of ticket) {
        const times = bodies.filter((each) => each === body).length
        if (times === 0) lost += 1
        if (times > 1) doubled += 1
      }
    }
    await services.close()
    return { lost, doubled, kept }
  }
}

async function bodiesOf(services: Services, { secret }: Visitor) {
  const messages = await services.tickets.messages(
    { secretHash: secretHash(secret) },
    1,
    Number.MAX_SAFE_INTEGER,
  )
  return messages.map(({ body }) => body)
}

/** True once the server has said that it has it. */
async function send(
  { origin }: TestServer,
  visitor: Visitor,
  { key, body }: Sent,
): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/chat?t=${visitor.secret}`, {
      method: 'POST',
      headers: { origin, 'x-forwarded-for': visitor.address },
      body: new URLSearchParams({ key, body, intent: 'send' }),
      redirect: 'manual',
    })
    await answer.arrayBuffer()
    return answer.status === 303
  } catch {
    return false
  }
}
