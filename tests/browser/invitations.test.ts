import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '../../app/config'
import { recoverInvitationSecret } from '../../app/http/links/invitation-link.server'
import { localizedPath } from '../../app/i18n/addresses'
import {
  arriveAt,
  hydrated,
  newEmail,
  open,
  openTestServer,
  signUp,
  type TestServer,
} from '../support/browser-server'
import { watchProblems } from '../support/problems'

let server: TestServer
let services: Services
let secret: string

beforeAll(async () => {
  server = await openTestServer(async (given, serverSecret) => {
    services = given
    secret = serverSecret
  })
})
afterAll(() => server.close())

/** What the e-mail to this address links to, without language. */
async function linkTo(email: string, host: string): Promise<string> {
  const uid = (await services.accounts.findByEmail(host))?.uid ?? ''
  const [own] = await services.members.desksOf(uid)
  const open = await services.invitations.list(own?.desk.id ?? '')
  const sent = open.find((each) => each.email === email)
  return `/signup?invitation=${sent && recoverInvitationSecret([secret], sent)}`
}

describe.each([
  ['with JavaScript', true],
  ['with JavaScript switched off', false],
] as const)('%s', (_, javaScript) => {
  test.each(['en', 'de'] as const)('one invites, and is invited, in %s', async (language) => {
    const [host, guest] = [newEmail(), newEmail()]
    const manager = await server.visitor({ javaScript, language })
    const invited = await server.visitor({ javaScript, language })
    const problems = [await watchProblems(manager), await watchProblems(invited)]
    const people = localizedPath('/dashboard/settings/people', language)
    await signUp(manager, host, language)
    await open(manager, people)
    if (javaScript) await hydrated(manager)
    await manager.locator('#invite input[name=email]').fill(guest)
    await manager.locator('main button[value=invite]').click()
    await manager.locator('#invitations').getByText(guest).waitFor()
    const link = localizedPath(await linkTo(guest, host), language)

    await open(invited, link)
    await invited.locator('input[name=password]').fill('kettle-on-the-stove')
    await invited.locator('#signup button').click()
    // Nothing was sent, so that the password need not be typed again.
    expect(await invited.locator('input[name=displayName]:invalid:focus').count()).toBe(1)
    expect(await invited.locator('input[name=password]').inputValue()).toBe('kettle-on-the-stove')
    await invited.locator('input[name=displayName]').fill('Ida Lund')
    await invited.locator('#signup button').click()
    await arriveAt(invited, localizedPath('/dashboard', language))
    if (javaScript) await hydrated(invited)
    expect(await invited.locator('body').innerText()).not.toMatch(/<\/?\w/)

    await open(manager, people)
    if (javaScript) await hydrated(manager)
    const line = manager.locator('#people li').filter({ hasText: guest })
    await line.locator('summary').click()
    await line.locator('a[href*="remove="]').click()
    await manager.locator('button[value=remove-member]').click()
    await manager.locator('#people li').filter({ hasText: host }).waitFor()
    expect(await line.count()).toBe(0)
    const gone = await invited.goto(localizedPath('/dashboard', language))
    expect(gone?.status()).toBe(403)
    expect(problems.flat().filter((each) => !`${each}`.includes('403'))).toEqual([])
    await manager.context().close()
    await invited.context().close()
  })
})
