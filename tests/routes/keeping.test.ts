import { afterAll, beforeAll, expect, it } from 'vitest'
import { textOf } from '../support/html'
import {
  type Conversation,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'

let server: TestServer
let owner: Owner
let visitor: Owner
let conversation: Conversation
let address: string

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  visitor = await server.signUp()
  conversation = await server.begin('Do you deliver on Sundays?')
  address = `/chat?t=${conversation.secret}`
})

afterAll(() => server.close())

const { chat, overview: overviewWords } = words.en

async function overviewOf({ cookie }: Owner): Promise<string> {
  return (await server.ask('/dashboard', { cookie })).text
}

it('somebody without an account is led to the login and back to the conversation', async () => {
  const { text } = await server.ask(address)
  expect(textOf(text)).toContain(chat.keepSignIn)
  expect(text).toContain(`/login?redirect=${encodeURIComponent(address)}`)
  const refused = await server.ask(address, { form: { intent: 'keep' } })
  expect(refused.status).toBe(303)
  expect(refused.location).toBe(`/login?redirect=${encodeURIComponent(address)}`)
})

it('signing in alone takes nothing along', async () => {
  await server.ask(address, { cookie: visitor.cookie })
  expect(await overviewOf(visitor)).not.toContain(conversation.secret)
})

it('an explicit step keeps it in the account, and another one takes it out', async () => {
  const { cookie } = visitor
  expect(textOf((await server.ask(address, { cookie })).text)).toContain(chat.keep)
  const kept = await server.ask(address, { cookie, form: { intent: 'keep' } })
  expect(kept).toMatchObject({ status: 303, location: address })
  expect(textOf((await server.ask(address, { cookie })).text)).toContain(chat.letGo)
  const overview = await overviewOf(visitor)
  expect(textOf(overview)).toContain(overviewWords.ownQuestions)
  expect(overview).toContain(conversation.secret)
  expect(await overviewOf(owner)).not.toContain(overviewWords.ownQuestions)
  await server.ask(address, { cookie, form: { intent: 'let-go' } })
  expect(await overviewOf(visitor)).not.toContain(conversation.secret)
})

it('nobody lets go of what another account keeps', async () => {
  await server.ask(address, { cookie: visitor.cookie, form: { intent: 'keep' } })
  await server.ask(address, { cookie: owner.cookie, form: { intent: 'let-go' } })
  expect(await overviewOf(visitor)).toContain(conversation.secret)
})
