import { afterAll, beforeAll, expect, it } from 'vitest'
import { elements, linksIn, wordsIn } from '../support/html'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'

/** More than one page draws, and not by a whole page. */
const length = 1_005

let server: TestServer
let owner: Owner
let secret: string

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  secret = (await server.begin('Word 1')).secret
  const { services, clock } = server
  const scope = { deskId: owner.desk.id, number: 1 }
  const adding = Array.from({ length: length - 1 }, (_, index) => {
    const message = {
      id: `${index}`.padStart(26, '0'),
      clientKey: `key-${index}`,
      author: 'owner',
      kind: 'text',
      body: `Word ${index + 2}`,
      locale: 'en',
      createdAt: clock.now,
    } as const
    return services.tickets.append(scope, message, () => ({}))
  })
  await Promise.all(adding)
})
afterAll(() => server.close())

const all = Array.from({ length }, (_, index) => `Word ${index + 1}`)

/** The pages of a conversation, from the last to the first, by the links that they have. */
async function pagesFrom(path: string, cookie = ''): Promise<string[]> {
  const { status, text } = await server.ask(path, { cookie })
  expect(status).toBe(200)
  const before = elements(text, 'a').find(({ attributes }) => attributes.rel === 'prev')
  return [text, ...(before ? await pagesFrom(before.attributes.href ?? '', cookie) : [])]
}

it.each([
  ['the owner’s page', () => pagesFrom('/dashboard/tickets?ticket=1&all=1', owner.cookie)],
  ['the printed sheet', () => pagesFrom('/dashboard/tickets?ticket=1&print=1', owner.cookie)],
  ['the visitor’s page', () => pagesFrom(`/chat?t=${secret}&all`)],
])('%s has all of a long conversation, a thousand messages at a time', async (_, read) => {
  const pages = await read()
  expect(pages.map((page) => wordsIn(page).length)).toEqual([1_000, length - 1_000])
  expect(pages.toReversed().flatMap(wordsIn)).toEqual(all)
  const last = pages.at(-1) ?? ''
  const later = elements(last, 'a').find(({ attributes }) => attributes.rel === 'next')
  const after = await server.ask(later?.attributes.href ?? '', { cookie: owner.cookie })
  expect(wordsIn(after.text)).toContain(`Word ${length}`)
})

it('a printed sheet says which part it is', async () => {
  const [newest = ''] = await pagesFrom('/de/dashboard/tickets?ticket=1&print=1', owner.cookie)
  expect(newest).toContain('Nachrichten 6–1.005 von 1.005')
})

it('the visitor’s page shows what was before without scripts too, and is not live there', async () => {
  const [newest = '', before = ''] = await pagesFrom(`/chat?t=${secret}&all`)
  for (const page of [newest, before]) expect(elements(page, 'iframe')).toEqual([])
  expect(elements(newest, 'script').length).toBeGreaterThan(elements(before, 'script').length)
  const usual = await server.ask(`/chat?t=${secret}`)
  expect(elements(usual.text, 'iframe')).toHaveLength(1)
  expect(wordsIn(usual.text)).toHaveLength(200)
  expect(linksIn(usual.text)).toContain(`/chat?t=${secret}&all`)
  expect(usual.text).toContain(words.en.thread.earlier)
})
