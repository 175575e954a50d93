import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/domain/text/languages'
import { startTicket } from '~/domain/tickets/conversations'
import { stopToken } from '~/http/links/mail-stop.server'
import { mailedSecret, recoverOrderSecret } from '~/http/links/order-link.server'
import { secretHash } from '~/http/links/ticket-link.server'
import { localizedPath } from '~/i18n/addresses'
import { pathsOfRoutes, rawPaths } from '../support/stranger'
import { type StripeServer, startStripeServer, webhookSecret } from '../support/stripe-server'
import { minute, type Owner, openTestServer, type TestServer } from '../support/test-server'
import { fillCart, hiddenIn, openCheckout, order } from '../support/till'

const site = 'https://cafe.example'

/** Who opens an address: only the first looks at what comes. */
const openers: Record<string, Record<string, string>> = {
  browser: {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Sec-Fetch-Dest': 'document',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Site': 'none',
  },
  frame: {
    Accept: 'text/html,*/*;q=0.8',
    Referer: `${site}/menu`,
    'Sec-Fetch-Dest': 'iframe',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Site': 'cross-site',
  },
  'mail scanner': { 'User-Agent': 'Mozilla/5.0 (compatible; SafeLinks)', Accept: '*/*' },
  'link preview': {
    'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    Accept: '*/*',
    Range: 'bytes=0-32768',
  },
}

const methods = ['GET', 'HEAD', 'OPTIONS']

let stripe: StripeServer
let server: TestServer
let owner: Owner
/** By what it opens. */
let addresses: Record<string, string>
let cookies: Record<string, string>
let confirmPath: string

beforeAll(async () => {
  stripe = await startStripeServer({ now: () => server.clock.now })
  server = await openTestServer({
    environment: {
      PAYMENTS: 'bank-transfer,stripe',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: stripe.url,
    },
  })
  owner = await server.signUp()
  const neighbour = await server.signUp()
  const { services, clock, secrets } = server
  await services.embeds.save(owner.desk.id, { origins: [site] })

  const { secret } = await server.begin('Is there cake?')
  const visitor = { secretHash: secretHash(secret) }
  const ticket = await services.tickets.find(visitor)
  const atTicket = `/dashboard/tickets?ticket=${ticket?.number}`
  const reply = { intent: 'reply', key: randomUUID(), body: 'With plums.' }
  await server.ask(atTicket, { cookie: owner.cookie, form: reply })
  await server.ask(`/chat?t=${secret}`, { form: { key: randomUUID(), body: 'One, please.' } })
  await server.ask(atTicket, {
    cookie: owner.cookie,
    form: { ...reply, key: randomUUID(), body: 'It is kept for you.' },
  })
  const held = 'x'.repeat(43)
  const crowd = {
    deskId: owner.desk.id,
    startKey: randomUUID(),
    secretHash: secretHash(held),
    body: 'One of many',
    locale: 'en',
    name: '',
    email: '',
    heldFor: 'crowd',
  } as const
  await startTicket(services, crowd, clock.now)

  const ordered = async (payment: string) => {
    const cart = await fillCart(server, { 'house-coffee': 1 })
    const changes = { payment, ...(payment === 'on-pickup' && { delivery: 'pickup' }) }
    const { status, text } = await order(server, cart, await openCheckout(server, cart), changes)
    // Pick-up costs less than the shipping that was shown.
    if (status === 409) await order(server, cart, hiddenIn(text), changes)
    const [placed] = (await services.orders.list('all', 1)).orders
    if (placed?.payment !== payment) throw new Error(`No order by ${payment}`)
    return placed
  }
  const orderSecretOf = (placed: Awaited<ReturnType<typeof ordered>>) => {
    return recoverOrderSecret(secrets, placed) ?? ''
  }
  const onPickup = await ordered('on-pickup')
  const byTransfer = await ordered('bank-transfer')
  const card = await ordered('stripe')
  // Paid, but no message of it has come.
  stripe.pay(card.providerRef ?? '')
  const byCard = orderSecretOf(card)
  confirmPath = `/shop/success?order=${mailedSecret(onPickup, secrets)}`

  addresses = {
    'a conversation': `/chat?t=${secret}`,
    'a conversation from here on': `/chat?t=${secret}&after=1`,
    'all of a conversation': `/chat?t=${secret}&all`,
    'the end of a conversation': `/chat?t=${secret}&erase=1`,
    'a conversation to download': `/chat/download?t=${secret}`,
    'a held conversation': `/chat?t=${held}`,
    'a desk': `/chat?desk=${owner.desk.publicKey}`,
    'a closed frame': `/chat?desk=${owner.desk.publicKey}&kept`,
    'what one thinks of a desk': `/chat?desk=${owner.desk.publicKey}&feedback=1`,
    'news of a conversation': `/live?t=${secret}`,
    'news of a held conversation': `/live?t=${held}`,
    'news asked for': `/live?t=${secret}&as=poll`,
    'news of a held one asked for': `/live?t=${held}&as=poll`,
    'news as a page': `/live?t=${secret}&as=page`,
    'news of a held one as a page': `/live?t=${held}&as=page`,
    'a count': `/live?t=${secret}&as=count`,
    'a count as it changes': `/live?t=${secret}&as=unseen`,
    'signs of a visitor': `/live?t=${secret}&seen=9&typing=1`,
    'the page that a visitor looks at': `/live?t=${secret}&visited=${encodeURIComponent(site)}`,
    'signs of an owner': `/live?ticket=${ticket?.number}&seen=9&here`,
    'signs of a site': `/live?desk=${owner.desk.publicKey}&on=${encodeURIComponent(site)}`,
    'news of the desk asked for': '/live?as=poll',
    'a line to test': '/live?as=test-page',
    'an order to confirm': confirmPath,
    'an order paid in advance': `/shop/success?order=${mailedSecret(byTransfer, secrets)}`,
    'an order paid elsewhere': `/shop/success?order=${byCard}`,
    'an order to cancel': `/shop/cancel?order=${byCard}`,
    'a visitor’s e-mails': `/mails?stop=${stopToken(secrets, { kind: 'visitor', ...visitor })}`,
    'an owner’s e-mails': `/mails?stop=${stopToken(secrets, { kind: 'owner', uid: owner.desk.ownerUid })}`,
    'the script of a desk': `/embed.js?desk=${owner.desk.publicKey}`,
    'a ticket': atTicket,
    'a ticket to print': `${atTicket}&print&notes`,
    'all tickets': '/dashboard/tickets?state=all&chosen',
    'an order of the shop': `/dashboard/orders?order=${card.number}`,
    'another order of the shop': `/dashboard/orders?order=${onPickup && card.number - 2}`,
    'the addresses of what was chosen in a form': '/dashboard/tickets?intent=solve&undo=1&go-away',
  }
  for (const path of [...pathsOfRoutes().all, ...rawPaths]) addresses[path] ??= path
  cookies = { nobody: '', owner: owner.cookie, neighbour: neighbour.cookie }
  // A search indexes what was written since the last one, which a timer does too. With nothing left to
  // index, a row that a GET adds to the index is seen like any other.
  await services.ticketSearch.search(owner.desk.id, ['cake'], {}, 1)
  // All that is written at most once a minute would be written now.
  clock.forward(20 * minute)
})

afterAll(async () => {
  await server.close()
  await stripe.close()
})

/** All rows but sessions' own upkeep, by table. */
function rowsOfStore(): Record<string, string[]> {
  const database = new Libsql(join(server.folder, 'tresen.sqlite'), { readonly: true })
  try {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' order by name")
      .all() as { name: string }[]
    return Object.fromEntries(
      tables.map(({ name }) => {
        const rows = database.prepare(`select * from "${name}"`).all() as Record<string, unknown>[]
        return [
          name,
          rows.map((row) => JSON.stringify(name === 'sessions' ? withoutUpkeep(row) : row)),
        ]
      }),
    )
  } finally {
    database.close()
  }
}

function withoutUpkeep({
  sealed_tokens: _,
  checked_at: _checked,
  last_seen_at: _seen,
  ...kept
}: Record<string, unknown>) {
  return kept
}

/** Opens an address, and leaves what never ends once its beginning was there. */
async function open(path: string, method: string, headers: Record<string, string>) {
  const left = new AbortController()
  const response = await fetch(server.origin + path, {
    method,
    // Nobody looks at what comes, which is not worth compressing.
    headers: { ...headers, 'Accept-Encoding': 'identity' },
    redirect: 'manual',
    signal: left.signal,
  })
  const endless = path.includes('/live') && response.status === 200
  if (!endless) await response.arrayBuffer()
  else await response.body?.getReader().read()
  left.abort()
  return response.status
}

describe.each(Object.keys(openers))('nothing is changed by a %s', (opener) => {
  const turn = Object.keys(openers).indexOf(opener)
  it.each(methods)(
    'that sends %s to every address, with every secret and session',
    async (method) => {
      const before = rowsOfStore()
      expect(Object.keys(before)).toContain('orders')
      const statuses = new Set<number>()
      for (const cookie of Object.values(cookies)) {
        const headers = { ...openers[opener], ...(cookie && { Cookie: cookie }) }
        for (const [index, path] of Object.values(addresses).entries()) {
          // For every opener the language is what the address says: the next opener has another.
          const language = languages[(turn + index) % languages.length] ?? 'en'
          for (const each of [localizedPath(path, language), path.replace(/(?=\?|$)/, '.data')]) {
            statuses.add(await open(each, method, headers))
          }
        }
      }
      expect(statuses).toContain(method === 'OPTIONS' ? 405 : 200)
      expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([])
      const after = rowsOfStore()
      for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
    },
  )
})

it('the same addresses change something for whoever presses, writes and looks', async () => {
  const changed = async (act: () => Promise<unknown>) => {
    const before = rowsOfStore()
    await act()
    const after = rowsOfStore()
    return Object.keys(after).filter((table) => after[table]?.join() !== before[table]?.join())
  }
  const { 'signs of a visitor': visitor = '', 'signs of an owner': own = '' } = addresses
  const { 'signs of a site': sign = '' } = addresses
  const asOwner = { cookie: owner.cookie, form: {} }
  expect(await changed(() => server.ask(confirmPath, { form: { intent: 'confirm' } }))).toContain(
    'orders',
  )
  expect(await changed(() => server.ask(visitor, { form: {} }))).toContain('tickets')
  expect(await changed(() => server.ask(sign, { form: {} }))).toContain('embeds')
  expect(await changed(() => server.ask(own.replace('&here', ''), asOwner))).toContain('tickets')
  expect(await changed(() => server.ask(own, asOwner))).toContain('desks')
})
