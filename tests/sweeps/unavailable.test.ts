import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { replyAsOwner } from '~/domain/tickets/conversations'
import { elements, field } from '../support/html'
import { minute, openTestServer, type TestServer, words } from '../support/test-server'

let server: TestServer
/** Holds the lock without which nobody can write. */
let other: Libsql.Database

beforeAll(async () => {
  server = await openTestServer()
  other = new Libsql(join(server.folder, 'tresen.sqlite'))
})
afterAll(async () => {
  other.close()
  await server.close()
})

it('a store that cannot be written goes on being read, and gives back what it cannot take', async () => {
  const owner = await server.signUp()
  const { secret } = await server.begin('One')
  const { services, clock } = server
  const scope = { deskId: owner.desk.id, number: 1 }
  const writing = { clientKey: 'answer', body: 'Two', locale: 'en' } as const
  await replyAsOwner(services, scope, writing, clock.now)

  other.exec('begin immediate')
  const path = `/de/chat?t=${secret}`
  // It shows what the visitor has not seen yet, and cannot note that they have.
  const page = await server.ask(path)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Two')

  // So does a page that notes when its session and its desk were seen last.
  clock.forward(2 * minute)
  const thread = await server.ask('/dashboard/tickets?ticket=1', { cookie: owner.cookie })
  expect(thread.status).toBe(200)

  // So does a search, which indexes what was written since the last one.
  const found = await server.ask('/dashboard/tickets?q=One', { cookie: owner.cookie })
  expect(found.status).toBe(200)

  const form = { key: randomUUID(), body: 'Three\r\nand <four>', email: '' }
  const refused = await server.ask(path, { form })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(refused.text).toContain(words.de.refusal.unsaved.title)
  expect(elements(refused.text, 'form')[0]?.attributes).toEqual({ method: 'post', action: path })
  for (const [name, value] of Object.entries(form)) {
    // A field sends each end of a line as CRLF and holds it as LF.
    expect(field(refused.text, name).value).toBe(value.replaceAll('\r\n', '\n'))
  }
  expect((await server.ask('/readyz')).status).toBe(503)

  other.exec('rollback')
  expect((await server.ask(path, { form })).status).toBe(303)
  expect((await server.ask(path, { form })).status).toBe(303)
  const shown = await server.ask(path)
  expect(shown.text.match(/and &lt;four&gt;/g)).toHaveLength(1)
})
