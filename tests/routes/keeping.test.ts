import { afterAll, beforeAll, expect, it } from 'vitest'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { linksIn, textOf } from '../support/html'
import {
  type Conversation,
  type Owner,
  openTestServer,
  type TestServer,
  words,
} from '../support/test-server'
import { offerPlans } from '../support/till'

let server: TestServer
let owner: Owner
let visitor: Owner
let conversation: Conversation
let address: string

beforeAll(async () => {
  server = await openTestServer()
  owner = await server.signUp()
  await offerPlans(server.services)
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

it('A guest of a site for one business is offered no account, and its sign-in names its team', async () => {
  const shop = await openTestServer()
  await shop.signUp()
  const begun = await shop.begin('Do you deliver on Sundays?')
  for (const language of languages) {
    const { chat, login } = words[language]
    const thread = localizedPath(`/chat?t=${begun.secret}`, language)
    expect(textOf((await shop.ask(thread)).text)).not.toContain(chat.keepSignIn)
    const page = await shop.ask(localizedPath('/login', language))
    expect(textOf(page.text)).toContain(login.team.split('}}')[1])
    expect(linksIn(page.text)).not.toContain(localizedPath('/signup', language))
    const offering = await server.ask(localizedPath(`/login?redirect=${thread}`, language))
    expect(textOf(offering.text)).toContain(login.keepHeading)
    expect(textOf(offering.text)).toContain(login.setUp)
  }
  await shop.close()
})
