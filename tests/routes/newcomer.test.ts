import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { elements, textOf } from '../support/html'
import { hour, type Owner, openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer
let founder: Owner
let newcomer: Owner

beforeAll(async () => {
  server = await openTestServer()
  founder = await server.signUp()
  newcomer = await server.join(founder.desk, 'colleague')
})
afterAll(() => server.close())

const { heading, steps } = words.en.overview.newcomer

async function nextStep(by = newcomer): Promise<string | undefined> {
  const { text } = await server.ask('/dashboard', by)
  if (!textOf(text).includes(heading)) return undefined
  const [, section = ''] = text.split('aria-labelledby="newcomer"')
  const links = elements(section.split('</section>')[0] ?? '', 'a')
  return links.find(({ attributes }) => attributes.class === 'button')?.text
}

const send = (path: string, form: Record<string, string>) => server.ask(path, { ...newcomer, form })

it('a new colleague finds on the overview what to do first, until it is done', async () => {
  expect(await nextStep()).toBe(steps.notifications)
  expect(await nextStep(founder)).toBeUndefined()
  const choice = { ticket: 'now', message: 'digest' }
  await send('/dashboard/settings/notifications', { intent: 'save-notifications', ...choice })
  expect(await nextStep()).toBe(steps.signature)
  await send('/dashboard/profile', {
    intent: 'save-answers',
    undoSeconds: '10',
    signatureEn: 'Ben, at the oven',
    signatureDe: '',
  })
  expect(await nextStep()).toBe(steps.ticket)
  await server.begin('Is the oven hot?', founder.desk.publicKey)
  const { tickets } = await server.services.tickets.list(founder.desk.id, { order: 'newest' }, 1)
  const path = `/dashboard/tickets?ticket=${tickets[0]?.number}`
  await send(path, { intent: 'reply', key: randomUUID(), body: 'It is.' })
  expect(await nextStep()).toBeUndefined()
})

it('a colleague is led to no closed room before anybody has written', async () => {
  const empty = await server.signUp()
  const colleague = await server.join(empty.desk, 'colleague')
  const main = async (by: Owner) =>
    (await server.ask('/dashboard/tickets', by)).text.split('<main')[1]
  expect(await main(empty)).toContain('/dashboard/embed')
  expect(await main(colleague)).not.toContain('/dashboard/embed')
  expect(textOf((await main(colleague)) ?? '')).toContain(words.en.tickets.start.colleague)
})

it('a colleague of a week ago is no newcomer', async () => {
  const old = await server.signUp()
  const joinedAt = new Date(server.clock.now.getTime() - 8 * 24 * hour)
  const own = { deskId: founder.desk.id, uid: old.desk.ownerUid, name: 'Ada' }
  const at = { kind: 'colleague', reader: randomUUID(), joinedAt } as const
  await server.services.members.join({ ...own, ...at, chosenAt: server.clock.now })
  const { status, text } = await server.ask(`/dashboard?desk=${founder.desk.publicKey}`, old)
  expect(status).toBe(200)
  expect(textOf(text)).not.toContain(heading)
})
