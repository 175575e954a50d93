import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Services } from '../../app/config'
import type { Desk } from '../../app/domain/desks/desks'
import type { Language } from '../../app/domain/text/languages'
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
import { de, en } from '../support/locales'
import { watchProblems } from '../support/problems'

const people = [
  { how: 'with scripts', language: 'en', javaScript: true, words: en },
  { how: 'without scripts', language: 'de', javaScript: false, words: de },
] as const

test('a tab from before a second desk was joined reports to its own desk', async () => {
  let services: Services | undefined
  const server = await openTestServer(async (given) => {
    services = given
  })
  const page = await server.visitor({ language: 'en', javaScript: true })
  const email = newEmail()
  await signUp(page, email, 'en', true)
  const { members, accounts } = services ?? {}
  const { uid = '' } = (await accounts?.findByEmail(email)) ?? {}
  const [own] = (await members?.desksOf(uid)) ?? []
  const signs: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/live') signs.push(request.url())
  })
  await open(page, '/dashboard/tickets')
  await hydrated(page)
  await expect.poll(() => signs.length).toBeGreaterThan(0)
  for (const each of signs) expect(new URL(each).searchParams.get('desk')).toBe(own?.desk.id)
  await server.close()
})

describe.each(people)('Two tabs at two desks $how', ({ language, javaScript, words }) => {
  let server: TestServer
  let services: Services
  let first: Page
  let second: Page
  let own: Desk
  let other: Desk
  let problems: string[]

  beforeAll(async () => {
    server = await openTestServer(async (given) => {
      services = given
    })
    const host = await server.visitor({ language, javaScript })
    first = await server.visitor({ language, javaScript })
    problems = await watchProblems(first)
    other = await found(host, 'The Harbour')
    own = await found(first, 'The Corner')
    const { ownerUid: uid } = own
    const member = { deskId: other.id, uid, kind: 'manager', name: 'Ada', reader: 'ada' } as const
    await services.members.join({ ...member, joinedAt: new Date(), chosenAt: new Date(0) })
    second = await first.context().newPage()
  })
  afterAll(() => server.close())

  /** Opens an account with a desk of this name. */
  async function found(page: Page, name: string): Promise<Desk> {
    const email = newEmail()
    await signUp(page, email, language, javaScript)
    const account = await services.accounts.findByEmail(email)
    const [place] = account ? await services.members.desksOf(account.uid) : []
    if (!place) throw new Error('No desk was founded')
    await services.desks.rename(place.desk.id, name)
    return place.desk
  }

  const path = localizedPath('/dashboard', language as Language)
  const shown = (page: Page) => page.locator('.desks > summary .name').textContent()
  const ready = (page: Page) => (javaScript ? hydrated(page) : Promise.resolve())
  const nameOf = async ({ id }: Desk) => (await services.desks.findById(id))?.name

  test('the rail names the desk, and switches to the other in one tab alone', async () => {
    for (const page of [first, second]) {
      await open(page, path)
      await ready(page)
      expect(await shown(page)).toBe('The Corner')
    }
    await second.locator('.desks > summary').click()
    await second.getByText(words.dashboard.desks.switch).waitFor()
    await second.getByRole('button', { name: 'The Harbour' }).click()
    await expect.poll(() => shown(second)).toBe('The Harbour')
    await arriveAt(second, new RegExp(`${path}$`))
  })

  test('a form of the first tab still acts on its own desk', async () => {
    await open(second, `${path}/settings/general`)
    await ready(second)
    expect(await shown(second)).toBe('The Harbour')
    // The first tab was opened when its desk was the one chosen last.
    await first.getByRole('link', { name: words.dashboard.tickets }).first().click()
    await arriveAt(first, new RegExp(`/dashboard/tickets\\?desk=${own.publicKey}$`))
    expect(await shown(first)).toBe('The Corner')
    await open(first, `${path}/settings/general?desk=${own.publicKey}`)
    await ready(first)
    await first.locator('input[name=name]').fill('The Old Corner')
    await first.locator('main button[value=rename-desk]').click()
    await expect.poll(() => nameOf(own)).toBe('The Old Corner')
    await expect.poll(() => shown(first)).toBe('The Old Corner')
    expect(await nameOf(other)).toBe('The Harbour')
    expect(await shown(second)).toBe('The Harbour')
  })

  test('the language of a page changes, its desk does not', async () => {
    const elsewhere = language === 'en' ? 'de' : 'en'
    await open(first, `${path}/feedback?desk=${own.publicKey}`)
    await ready(first)
    await first.locator(`nav.language [lang=${elsewhere}]`).click()
    await arriveAt(first, /\/feedback/)
    await expect.poll(() => first.locator('html').getAttribute('lang')).toBe(elsewhere)
    expect(await shown(first)).toBe('The Old Corner')
    await first.locator(`nav.language [lang=${language}]`).click()
    await expect.poll(() => first.locator('html').getAttribute('lang')).toBe(language)
  })

  if (javaScript) {
    test('each tab hears of its own desk', async () => {
      await services.members.choose(own.id, own.ownerUid, new Date())
      await open(first, path)
      await ready(first)
      await open(second, `${path}?desk=${other.publicKey}`)
      await ready(second)
      // Chosen in a third place while the first tab is open, whose address names no desk.
      await services.members.choose(other.id, own.ownerUid, new Date())
      const visitor = await server.visitor({ language })
      await open(visitor, `/chat?desk=${own.publicKey}`)
      await visitor.locator('#body').fill('Is the corner open?')
      await visitor.getByRole('button', { name: en.chat.send, exact: true }).click()
      await expect.poll(() => first.title()).toMatch(/^\(1\) /)
      await first.bringToFront()
      await first.getByText('Is the corner open?').waitFor()
      expect(await shown(first)).toBe('The Old Corner')
      expect(new URL(first.url()).searchParams.get('desk')).toBe(own.publicKey)
      expect(await second.title()).not.toMatch(/^\(1\) /)
    })

    test('undoing a step at one desk is not offered at the other', async () => {
      await open(first, `${path}/tickets?ticket=1&desk=${own.publicKey}`)
      await ready(first)
      await first.locator('button[value=solve]').first().click()
      const undo = first.getByRole('button', { name: words.layout.undo })
      await undo.waitFor()
      await first.locator('.desks > summary').click()
      await first.getByRole('button', { name: 'The Harbour' }).click()
      await expect.poll(() => shown(first)).toBe('The Harbour')
      await expect.poll(() => undo.count()).toBe(0)
    })
  }

  test('nothing went wrong', () => {
    expect(problems).toEqual([])
  })
})
