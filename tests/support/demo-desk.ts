import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Services } from '../../app/config'
import { newId } from '../../app/domain/text/ids'
import type { Language } from '../../app/domain/text/languages'
import { startTicket, writeAsVisitor } from '../../app/domain/tickets/conversations'
import type { Ticket } from '../../app/domain/tickets/tickets'
import { localizedPath } from '../../app/i18n/addresses'
import { demoColleagues, demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import { arriveAt, open, openTestServer, type TestServer } from './browser-server'

/** The desk of the demo, where three people work, with what happens there beside any browser. */
export interface DemoDesk {
  server: TestServer
  services: Services
  deskId: string
  /** The account of a colleague of who is signed in. */
  colleague: string
  /** A new ticket with two messages of its guest; at another desk, if one is named, or with an address alone. */
  begin(text: string, at?: string, nameless?: string): Promise<Ticket>
  /** A browser in which its founder is signed in. */
  signIn(language: Language): Promise<Page>
}

export async function openDemoDesk(environment?: Record<string, string>): Promise<DemoDesk> {
  const { host, projectId } = inject('authEmulator')
  let services: Services | undefined
  const server = await openTestServer(
    async (given, secret) => {
      services = given
      await seedDemo(given, host, projectId, new Date(), undefined, secret)
    },
    undefined,
    environment,
  )
  if (!services) throw new Error('The server has no stores')
  const stores = services
  const [own] = await stores.members.desksOf(demoOwner.uid)
  const deskId = own?.desk.id ?? ''
  let begun = 0
  return {
    server,
    services: stores,
    deskId,
    colleague: demoColleagues[0]?.uid ?? '',
    async begin(body, at = deskId, nameless = '') {
      begun += 1
      const secretHash = `demo ${begun}`
      const [name, email] = nameless ? ['', nameless] : ['Gast', 'gast@example.com']
      const guest = { locale: 'en', name, email } as const
      const start = { deskId: at, startKey: newId(new Date()), secretHash, body, ...guest }
      const started = await startTicket(stores, start, new Date())
      if (started.kind === 'conflict') throw new Error('It was begun before')
      await writeAsVisitor(stores, secretHash, saying('And one more thing'), new Date())
      return started.ticket
    },
    async signIn(language) {
      const page = await server.visitor({ language })
      await open(page, localizedPath('/login', language))
      await page.locator('input[name=email]').fill(demoOwner.email)
      await page.locator('input[name=password]').fill(demoOwner.password)
      await page.locator('#login .deeds .button').click()
      await arriveAt(page, /dashboard/)
      return page
    },
  }
}

/** A message as it is written. */
export function saying(body: string) {
  return { clientKey: newId(new Date()), body, locale: 'en' as const }
}

/** Once the data that came has been drawn. */
export function rendered(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))),
      ),
  )
}
