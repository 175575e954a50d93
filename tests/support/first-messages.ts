import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { secretHash } from '~/http/links/ticket-link.server'
import { withLimits } from './app'
import { field } from './html'
import { minute, type Owner, openTestServer, type TestServer } from './test-server'

export type Writers = ReturnType<typeof writersTo>

/** A server behind a proxy, with limits and the time that a form takes a person. */
export const openGuarded = () =>
  openTestServer({
    environment: { TRUST_PROXY: '1', FORM_SECONDS: '2' },
    limited: withLimits,
  })

/** Who writes to a server behind a proxy that tells addresses, as people or programs do. */
export function writersTo(server: TestServer) {
  /** Somebody whose address is confirmed. */
  async function openDesk(): Promise<Owner> {
    const opened = await server.signUp()
    const account = await server.services.accounts.findByEmail(opened.email)
    if (account) await server.services.accounts.save({ ...account, emailVerified: true })
    return opened
  }

  /** Asks through a proxy that tells an address. */
  function ask(address: string, path: string, form?: Record<string, string>) {
    return server.ask(path, { form, headers: { 'X-Forwarded-For': address } })
  }

  /** The form of the first message as somebody is shown it. */
  async function openForm(address: string, path = '/chat') {
    const { text } = await ask(address, path)
    return { key: field(text, 'key').value, stamp: field(text, 'stamp').value }
  }

  /** Opens the form, takes so long over it and sends it; answers what came of it. */
  async function write(
    address: string,
    fields: Record<string, string>,
    { after = 20_000, path = '/chat' } = {},
  ) {
    const form = await openForm(address, path)
    server.clock.forward(after)
    return send(address, { ...form, ...fields }, path)
  }

  async function send(address: string, form: Record<string, string>, path = '/chat') {
    const reply = await ask(address, path, form)
    const secret = new URL(reply.location, server.origin).searchParams.get('t') ?? ''
    const ticket = await server.services.tickets.find({ secretHash: secretHash(secret) })
    return { reply, ticket }
  }

  async function later(milliseconds = 3 * minute) {
    server.clock.forward(milliseconds)
    await server.runDue()
  }

  const files = () =>
    readdirSync(server.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  const mails = () => files().filter((path) => path.endsWith('.eml'))

  return { openDesk, ask, openForm, write, send, later, files, mails }
}
