import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../app/config'
import { findSiteDesk } from '../../app/domain/desks/site-desk'
import { localizedPath } from '../../app/i18n/addresses'
import {
  hydrated,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { type HostSite, openHostSite } from '../support/host-site'
import { words } from '../support/locales'
import { watchProblems } from '../support/problems'

let server: TestServer
let services: Services
let host: HostSite
let member: Page
let problems: string[]

beforeAll(async () => {
  host = await openHostSite()
  server = await openTestServer(async (given) => {
    services = given
  })
  member = await server.visitor({ language: 'de' })
  await member.setViewportSize({ width: 1440, height: 900 })
  problems = await watchProblems(member)
  await signUp(member, newEmail(), 'de')
  const desk = await findSiteDesk(services)
  if (!desk) throw new Error('There is no desk')
  await services.embeds.save(desk.id, { origins: [host.origin] })
  host.embed(server.origin, desk.publicKey)
})
afterAll(() => Promise.all([server.close(), host.close()]))

const line = () => member.locator('.visited')
const { visitor } = words.de.tickets

async function openTicket() {
  const { number } = await server.newestTicket()
  await open(member, localizedPath(`/dashboard/tickets?ticket=${number}`, 'de'))
  await hydrated(member)
}

test('A member sees at which page of another site its guest looks, chat open or closed, until they go', async () => {
  const guest = await server.visitor()
  await open(guest, `${host.origin}/cake?secret=1#here`)
  await guest.locator('a[style]').click()
  const chat = guest.frameLocator('iframe')
  await chat.locator('#body').fill('How large is this one?')
  await chat.getByRole('button', { name: words.en.chat.send, exact: true }).click()
  await chat.locator('#log .message').getByText('How large').waitFor()
  await openTicket()
  const shown = (path: string) => `${host.origin.replace('http://', '')}${path}`
  await expect.poll(() => line().innerText()).toBe(`${visitor.on} A shop (${shown('/cake')})`)
  expect(await line().getByRole('link').getAttribute('href')).toBe(`${host.origin}/cake`)
  // A phone has it in the line of the fold that is closed.
  const wide = member.viewportSize()
  await member.setViewportSize({ width: 390, height: 844 })
  expect(await line().isVisible()).toBe(false)
  const fold = member.locator('.visitor > summary')
  const hint = visitor.onPage.replace('{{page}}', 'A shop')
  expect(await fold.innerText()).toBe(`${visitor.heading}\n${hint}`)
  expect((await fold.boundingBox())?.height).toBeLessThan(50)
  if (wide) await member.setViewportSize(wide)
  await guest.evaluate(() => {
    history.pushState(null, '', '/bread')
    document.title = 'Bread'
  })
  await expect.poll(() => line().innerText()).toBe(`${visitor.on} Bread (${shown('/bread')})`)
  await chat.getByRole('button', { name: words.en.chat.closeFrame }).click()
  await expect.poll(() => guest.frames().at(1)?.url()).toMatch(/&kept/)
  await guest.evaluate(() => {
    history.pushState(null, '', '/tarts')
    document.title = 'Tarts <b>'
  })
  await expect.poll(() => line().innerText()).toBe(`${visitor.on} Tarts <b> (${shown('/tarts')})`)
  await guest.goto('about:blank')
  await line().waitFor({ state: 'detached' })
  await guest.context().close()
})

test('A member sees at which product of the shop its guest looks, after a conversation began', async () => {
  const guest = await server.visitor()
  const ofGuest = await watchProblems(guest)
  const asked: string[] = []
  guest.on('request', (request) => asked.push(request.url()))
  await open(guest, '/shop')
  await open(guest, '/chat')
  await guest.locator('#body').fill('Is it fresh?')
  await guest.getByRole('button', { name: words.en.chat.send, exact: true }).click()
  await guest.locator('#log .message').getByText('Is it fresh').waitFor()
  expect(asked.filter((address) => address.includes('visited='))).toEqual([])
  await openTicket()
  await open(guest, '/shop?item=house-coffee')
  const title = await guest.locator('h1').innerText()
  const link = line().getByRole('link', { name: title, exact: true })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe(`${server.origin}/shop?item=house-coffee`)
  // The page as it is loaded says the same.
  await openTicket()
  expect(await line().innerText()).toContain('(/shop?item=house-coffee)')
  await open(guest, '/imprint')
  await expect.poll(() => line().innerText()).toContain('(/imprint)')
  expect([...problems, ...ofGuest]).toEqual([])
  await guest.context().close()
})
