import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { languages } from '~/domain/text/languages'
import { localizedPath } from '~/i18n/addresses'
import { field } from '../tests/support/html'
import { legalFile } from '../tests/support/legal'
import { formWith } from '../tests/support/uploads'
import { watchOthers } from './bystanders'
import type { Findings } from './run'
import {
  beginConversations,
  makeFolder,
  monitor,
  openStores,
  openTestServer,
  percentile,
  readLoop,
} from './test-server'

/** Milliseconds within which each page of other people should be there. */
const wanted = 200

/** Refusals in a row after which an address has nothing left. */
const enough = 20

interface Flood {
  what: string
  /** Path and query; the path's language is the flood's. */
  path: string
  fields: Record<string, string>
  /** What comes back, by its field. */
  typed: string
  file?: () => string
}

const person = { name: 'Ada', contract: 'Order 1002', email: 'ada@example.com' }

/** Each form that anybody may send, with as much in it as it takes. */
function floodsAt(chat: string): Flood[] {
  return [
    { what: 'first messages', path: chat, fields: { body: '€'.repeat(4_000) }, typed: 'body' },
    { what: 'short ones', path: chat, fields: { body: 'Anybody there?' }, typed: 'body' },
    {
      what: 'feedback',
      path: `${chat}&feedback=1`,
      fields: { intent: 'tell', rating: '1', comment: '€'.repeat(1_000) },
      typed: 'comment',
    },
    {
      what: 'declarations',
      path: '/withdrawal?cancel',
      fields: { ...person, cause: 'important', reason: '€'.repeat(2_000) },
      typed: 'reason',
    },
    {
      what: 'files',
      path: chat,
      fields: { body: 'Look at this' },
      typed: 'body',
      file: () => randomBytes(4 * 2 ** 20).toString('base64'),
    },
  ]
}

/**
 * Sends each form that anybody may send, from one address until it is refused for good, then first
 * messages from many subnets. Counts how much the disk grew, how long other people waited, and who did
 * not get their text back.
 */
export async function floods({ subnets }: { subnets: number }): Promise<Findings> {
  const { folder, remove } = await makeFolder()
  const [visitor] = await beginConversations(folder, 1, 1)
  const stores = await openStores(folder)
  const desk = await stores.desks.findOldest()
  await stores.close()
  const server = await openTestServer(folder, 0, { LEGAL: legalFile(folder) }, monitor)
  await readLoop(server)
  const others = watchOthers(server.origin, `/chat?t=${visitor?.secret}`)
  const all = floodsAt(`/chat?desk=${desk?.publicKey}`)
  const lines: string[] = []
  let mostGrowth = 0
  let withoutText = 0

  for (const [index, flood] of all.entries()) {
    const before = sizeOf(folder)
    let [taken, refused] = [0, 0]
    while (refused < enough) {
      const language = languages[refused % languages.length] ?? 'en'
      const answer = await send(
        { ...flood, path: localizedPath(flood.path, language) },
        `203.0.${index}.7`,
      )
      if (answer.status === 303) taken += 1
      else refused += 1
      if (answer.status !== 303 && !returns(answer, flood)) withoutText += 1
    }
    const growth = sizeOf(folder) - before
    mostGrowth = Math.max(mostGrowth, growth)
    lines.push(row(`${flood.what} of one address, MB`, `${taken}, ${megabytes(growth)}`))
  }

  const [first] = all
  const before = sizeOf(folder)
  let taken = 0
  await atOnce(16, 3 * subnets, async (index) => {
    const network = index % subnets
    const body = `${index} ${first?.fields.body}`.slice(0, 4_000)
    const flood = { ...first, fields: { body } } as Flood
    const { status } = await send(flood, `10.${network >> 8}.${network & 255}.7`)
    if (status === 303) taken += 1
  })
  const crowd = sizeOf(folder) - before
  const fresh = await send(
    { ...all[1], fields: { body: 'Do you bake rye?' } } as Flood,
    '192.0.2.9',
  )
  const waits = await others.stop()
  const inServer = await readLoop(server)
  await server.stop()
  await remove()
  const late = inServer.marked.filter((milliseconds) => milliseconds > wanted).length
  const unanswered = waits.filter(({ status }) => status !== 200).length
  const times = waits.map(({ milliseconds }) => milliseconds)
  return {
    lines: [
      ...lines,
      row(`from ${subnets} subnets, MB`, `${taken}, ${megabytes(crowd)}`),
      row('a newcomer is answered', fresh.status),
      row('refused without their text', withoutText),
      row('pages of other people', times.length),
      row('  99th percentile, longest, ms', worst(times)),
      row('  in the server, ms', worst(inServer.marked)),
      row(`  there later than ${wanted} ms`, late),
      row('  not shown', unanswered),
      row('  longest tick, ms of processor', inServer.tick.toFixed(1)),
    ],
    figures: {
      mostGrowth,
      crowd,
      withoutText,
      floodLate: late,
      floodUnanswered: unanswered,
      floodTick: inServer.tick,
      newcomer: fresh.status,
    },
  }

  async function send({ path, fields, file }: Flood, from: string) {
    const filled = { key: randomUUID(), ...fields }
    const body = file
      ? formWith(filled, [{ name: 'noise.txt', bytes: file() }])
      : new URLSearchParams(filled)
    const headers = { Origin: server.origin, 'X-Forwarded-For': from }
    const question = { method: 'POST', redirect: 'manual', headers, body } as const
    const answer = await fetch(server.origin + path, question)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
}

function returns(
  { status, headers, text }: { status: number; headers: Headers; text: string },
  { typed, fields }: Flood,
): boolean {
  const back = field(text, typed).value === fields[typed]
  // A desk without room for files says so at once, and nobody need wait.
  return back && ((status === 429 && headers.has('Retry-After')) || status === 413)
}

async function atOnce(many: number, count: number, act: (index: number) => Promise<void>) {
  let next = 0
  const work = async () => {
    while (next < count) await act(next++)
  }
  await Promise.all(Array.from({ length: many }, work))
}

/** Bytes of a folder's files, and of its database as it is with its log, whose room is used again. */
function sizeOf(folder: string): number {
  const connection = new Database(join(folder, 'tresen.sqlite'), { readonly: true })
  const numberOf = (pragma: string) => {
    return Number(Object.values(connection.prepare(`pragma ${pragma}`).get() ?? {})[0])
  }
  const database = numberOf('page_count') * numberOf('page_size')
  connection.close()
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('tresen.sqlite'))
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), database)
}

function worst(times: number[]): string {
  return `${percentile(times, 99).toFixed(1)}, ${Math.max(...times).toFixed(1)}`
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1)
}

function row(what: string, value: number | string): string {
  return `  ${what.padEnd(40)}${value}`
}
