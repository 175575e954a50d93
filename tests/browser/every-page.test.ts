import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isAsked } from '../../app/domain/feedback/feedback'
import { type Language, languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { demoRatings } from '../../development/demo-feedback'
import { demoOwner } from '../../development/demo-people'
import { type SeededTicket, seedDemo } from '../../development/seed'
import { awaitedLater } from '../support/awaited-later'
import { findViolations } from '../support/axe'
import { newEmail, open, openTestServer, signUp, type TestServer } from '../support/browser-server'
import { deskRooms } from '../support/desk-rooms'
import { htmlFaults } from '../support/html-faults'
import { measurePage } from '../support/page-measures'

/** The widths and colours in which a page is looked at, each once. */
const looks = [
  { size: { width: 1280, height: 900 }, colorScheme: 'light' },
  { size: { width: 320, height: 640 }, colorScheme: 'dark' },
] as const

/** Everything that is wrong with how a page looks and speaks, a sentence each; axe sees it in these looks. */
async function findFaults(page: Page, axeSees: readonly object[] = looks): Promise<string[]> {
  const served = page.url().startsWith('http') && (await page.context().request.get(page.url()))
  const faults = htmlFaults(served ? await served.text() : '')
  for (const look of looks) {
    const { size, colorScheme } = look
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    const violations = axeSees.includes(look) ? await findViolations(page) : []
    const { width, spacedWidth, cut, low, small, tight, pale, unmarked } = await measurePage(page)
    faults.push(
      ...violations.flatMap(({ id, targets }) =>
        targets.map((target) => `${colorScheme}: ${id} at ${target}`),
      ),
      ...(width > size.width ? [`${size.width} px: is ${width} px wide`] : []),
      ...(spacedWidth > Math.max(width, size.width)
        ? [`${size.width} px: is ${spacedWidth} px wide with wide text spacing`]
        : []),
      ...small.map((field) => `${size.width} px: too small is ${field}`),
      ...tight.map((target) => `${size.width} px: too tight is ${target}`),
      ...pale.map((name) => `${colorScheme}: pale placeholder in ${name}`),
      ...unmarked.map((summary) => `${size.width} px: the browser's own mark has ${summary}`),
      ...cut.map((control) => `${size.width} px: touches the edge: ${control}`),
      ...low.map((control) => `${size.width} px: too low is ${control}`),
    )
  }
  return faults
}

describe('Every page', () => {
  let server: TestServer
  let seeded: SeededTicket[] = []
  let visitor: Page
  let owner: Page
  let newcomer: Page

  beforeAll(async () => {
    const { host, projectId } = inject('authEmulator')
    server = await openTestServer(async (services) => {
      seeded = await seedDemo(services, host, projectId, new Date())
    })
    visitor = await server.visitor({ axe: true })
    owner = await server.visitor({ axe: true })
    newcomer = await server.visitor({ axe: true })
    await signIn(owner, 'en', demoOwner.password)
    await signUp(newcomer, newEmail(), 'en', false)
  })
  afterAll(() => server.close())

  async function signIn(page: Page, language: Language, password: string) {
    await open(page, localizedPath('/login', language))
    await page.locator('input[name=email]').fill(demoOwner.email)
    await page.locator('input[name=password]').fill(password)
    const answered = awaitedLater(page.waitForEvent('domcontentloaded'))
    await page.locator('#login .deeds .button').click()
    await answered
  }

  /** The demo's longest conversation in a language. */
  function longest(language: Language): SeededTicket {
    const [first] = seeded
      .filter(({ ticket }) => ticket.locale === language)
      .sort((a, b) => b.ticket.lastSeq - a.ticket.lastSeq)
    if (!first) throw new Error(`The demo has no conversation in ${language}`)
    return first
  }

  test('faults of a page are found', async () => {
    const page = await server.visitor({ axe: true })
    await page.setContent(
      '<title>bad</title><p style="color: #777; background: #888; width: 2000px">pale<button>x</button><p><a href="/c">c</a></p><main><div><a href="/a">a</a> <a href="/b">b</a></div><input style="position: fixed; right: 0"><input type="checkbox"><textarea style="font-size: 15px"></textarea>',
    )
    const faults = (await findFaults(page)).join('\n')
    expect(faults).toContain('light: html-has-lang at html')
    expect(faults).toContain('dark: color-contrast at p')
    expect(faults).toContain('320 px: is 2008 px wide')
    expect(faults).toContain('too tight is <a href="/a">')
    expect(faults).toContain('320 px: too small is <input type="checkbox">')
    expect(faults).toContain('320 px: too small is <textarea')
    expect(faults).toContain('too low is <button>')
    expect(faults).toContain('too low is <a href="/c">')
    expect(faults).toContain('320 px: touches the edge: <input')
    await page.setContent(
      '<p style="font: 16px monospace; white-space: nowrap; width: 0">fits as it is, but not wider',
    )
    expect((await findFaults(page)).join('\n')).toMatch(
      /320 px: is \d+ px wide with wide text spacing/,
    )
    await page.context().close()
  })

  describe.each(languages)('in %s', (language) => {
    // Axe takes most of the time: it sees each page in each language, and in each of the looks.
    const look = looks[languages.indexOf(language) % looks.length] ?? looks[0]
    const faultsOf = (page: Page) => findFaults(page, [look])

    test.each([
      ['the start', '/'],
      ['the shelf', '/shop'],
      ['a shelf with nothing that fits', '/shop?q=zeppelin'],
      ['a product', '/shop?item=house-coffee'],
      ['an empty chat', '/chat'],
      ['a chat that there is not', '/chat?t=unknown'],
      ['free feedback', '/chat?feedback=1'],
      ['the imprint', '/imprint'],
      ['a withdrawal', '/withdrawal'],
      ['the login page', '/login'],
      ['the login page with a way back', '/login?redirect=/dashboard'],
      ['the sign-up page', '/signup'],
      ['a page that there is not', '/no-such-page'],
    ])('%s is fit for everybody', async (_, path) => {
      await open(visitor, localizedPath(path, language))
      expect(await faultsOf(visitor)).toEqual([])
    })

    test('a full cart is accessible, also after a refusal', async () => {
      const page = await server.visitor({ axe: true })
      for (const item of ['house-coffee', 'counter-bell']) {
        await open(page, localizedPath(`/shop?item=${item}`, language))
        const added = awaitedLater(page.waitForEvent('domcontentloaded'))
        await page.locator('button[value=add]').click()
        await added
      }
      expect(await faultsOf(page)).toEqual([])
      await page.locator('#q-counter-bell').fill('61')
      await page.locator('button[value=change]').first().click()
      await page.locator('.receipt .error').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await open(page, localizedPath('/shop/checkout', language))
      await page.locator('.invoice-to summary').click()
      expect(await faultsOf(page)).toEqual([])
      await page.locator('[name=vatId]').fill('1')
      await page.locator('button[value=order]').click()
      await page.locator('#vatId-error').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.context().close()
    })

    test('a conversation is fit for everybody', async () => {
      await open(visitor, localizedPath(`/chat?t=${longest(language).secret}`, language))
      expect(await visitor.locator('.message').count()).toBeGreaterThan(2)
      await visitor.locator('.more > summary').click()
      expect(await faultsOf(visitor)).toEqual([])
    })

    test('the rating of a conversation that is done is fit for everybody', async () => {
      const { secret } = seeded.find(({ ticket }) => isAsked(ticket)) ?? {}
      await open(visitor, localizedPath(`/chat?t=${secret}&rate=`, language))
      await visitor.locator('.rate').waitFor()
      expect(await faultsOf(visitor)).toEqual([])
    })

    test('the step before a conversation is erased is fit for everybody', async () => {
      await open(visitor, localizedPath(`/chat?t=${longest(language).secret}&erase=1`, language))
      await visitor.locator('button[value="erase-for-good"]').waitFor()
      expect(await faultsOf(visitor)).toEqual([])
    })

    test('the login page with a wrong password is fit for everybody', async () => {
      await signIn(visitor, language, 'not the password')
      await visitor.locator('.error').waitFor()
      expect(await faultsOf(visitor)).toEqual([])
    })

    test.each([
      ['the page that says where the mail went', '/verify-email'],
      ['the page of a mail’s link that does not work', '/verify-email?oobCode=unknown'],
      ['a new desk', '/dashboard'],
      ['a new desk’s empty list', '/dashboard/tickets'],
      ['the profile of an account with an unconfirmed address', '/dashboard/profile'],
    ])('%s is fit for everybody', async (_, path) => {
      await open(newcomer, localizedPath(path, language))
      expect(new URL(newcomer.url()).pathname).toBe(localizedPath(path, language).split('?')[0])
      expect(await faultsOf(newcomer)).toEqual([])
    })

    test('the page that confirms an address is fit for everybody', async () => {
      const email = newEmail()
      const page = await server.visitor({ axe: true })
      await signUp(page, email, language, false)
      await open(page, await server.confirmationLink(email, language))
      expect(await faultsOf(page)).toEqual([])
      await page.locator('form.stack button').click()
      await page.waitForURL(/done/)
      expect(await faultsOf(page)).toEqual([])
      await page.context().close()
    })

    test.each([
      ...deskRooms.map(({ name, path }): [string, string] => [`the room ${name}`, path]),
      ['the list of what is closed', '/dashboard/tickets?state=closed'],
      ['a ticket that there is not', '/dashboard/tickets?ticket=999'],
      ['a product', '/dashboard/shelf/product?product=house-coffee'],
      ['a new product', '/dashboard/shelf/product'],
      ['the categories', '/dashboard/shelf/categories'],
      ['the shipping', '/dashboard/shelf/shipping'],
      ['the company', '/dashboard/company?details'],
      ['the bank account', '/dashboard/company?bank'],
      ['a legal text', '/dashboard/company?text=withdrawal&in=de'],
      ['the samples of legal texts', '/dashboard/company?samples&in=de'],
      ['another key for the embed', '/dashboard/embed?step=key'],
      ['the opening hours', '/dashboard/settings/hours'],
      ['the holidays', '/dashboard/settings/exceptions'],
      ['the text while closed', '/dashboard/settings/away'],
      ['what is kept for how long', '/dashboard/settings/privacy'],
      ['what is told by mail', '/dashboard/settings/notifications'],
      ['the saved replies', '/dashboard/settings/replies'],
      ['the devices', '/dashboard/settings/devices'],
      ['what deleting the account would take away', '/dashboard/settings/delete?step=confirm'],
    ])('%s is fit for everybody', async (_, path) => {
      await open(owner, localizedPath(path, language))
      expect(owner.url()).toBe(server.origin + localizedPath(path, language))
      expect(await faultsOf(owner)).toEqual([])
    })

    test.each([
      ['the sample site', '/sample'],
      ['the test page', '/test'],
    ])('%s is fit for everybody', async (_, path) => {
      await open(owner, localizedPath(path, language))
      expect(await faultsOf(owner)).toEqual([])
    })

    test('a ticket that is held, and the step before it is erased, are fit for everybody', async () => {
      const { number } = seeded.find(({ ticket }) => ticket.heldFor)?.ticket ?? {}
      const address = `/dashboard/tickets?state=held&ticket=${number}`
      await open(owner, localizedPath(address, language))
      await owner.locator('.hold').waitFor()
      expect(await faultsOf(owner)).toEqual([])
      await owner.locator('button[value="erase"]').click()
      await owner.locator('button[value="erase-for-good"]').waitFor()
      expect(await faultsOf(owner)).toEqual([])
    })

    test('a ticket as a sheet for the printer is fit for everybody', async () => {
      const { number } = longest(language).ticket
      await open(owner, localizedPath(`/dashboard/tickets?ticket=${number}&print=1`, language))
      await owner.locator('article.sheet').waitFor()
      expect(await faultsOf(owner)).toEqual([])
    })

    test('a ticket is fit for everybody', async () => {
      const { number } = longest(language).ticket
      await open(owner, localizedPath(`/dashboard/tickets?ticket=${number}`, language))
      expect(await owner.locator('.message').count()).toBeGreaterThan(2)
      expect(await faultsOf(owner)).toEqual([])
    })
  })

  test('a ticket that was rated is fit for everybody', async () => {
    const rated = seeded.find(({ ticket }) => ticket.visitorName in demoRatings)
    await open(owner, `/dashboard/tickets?ticket=${rated?.ticket.number}`)
    await owner.locator('.given').first().waitFor()
    expect(await findFaults(owner, [looks[0]])).toEqual([])
  })
})
