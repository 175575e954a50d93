import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Services } from '../../app/config'
import { takeLetter } from '../../app/domain/files/attachment-intake'
import { roomOf } from '../../app/domain/files/attachments'
import { bytesOf } from '../../app/domain/files/files'
import { newId } from '../../app/domain/text/ids'
import { startTicket } from '../../app/domain/tickets/conversations'
import { demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import {
  hydrated,
  newAddress,
  open,
  openTestServer,
  type TestServer,
} from '../support/browser-server'
import { quiet } from '../support/chromium'
import { unless } from '../support/left-out'
import { letter } from '../support/letters'
import { en } from '../support/locales'
import { unpackOlderChromium, whyNotPackaged } from '../support/packaged-chromium'

const elsewhere = 'https://elsewhere.example'

/** Everything by which an e-mail could run, fetch, lead away or cover the page. */
const hostile = `<html><head><base href="${elsewhere}/"><meta http-equiv="refresh" content="0;url=${elsewhere}/">
<style>@import url(${elsewhere}/a.css);body{background:url(${elsewhere}/b.png)}*{display:none}</style>
<link rel="stylesheet" href="${elsewhere}/c.css"><link rel="prefetch" href="${elsewhere}/d"><script src="${elsewhere}/e.js"></script></head>
<body background="${elsewhere}/f.png" onload="top.location='${elsewhere}/g'"><p>Our offer</p>
<img src="${elsewhere}/picture.png" alt="Cups"><img src=x onerror="fetch('${elsewhere}/h')">
<div style="position:fixed;inset:0;background:url(${elsewhere}/i.png)">Over all</div>
<iframe src="${elsewhere}/j" srcdoc="<script>top.location='${elsewhere}/k'</script>"></iframe>
<video src="${elsewhere}/l" poster="${elsewhere}/m"></video><object data="${elsewhere}/n"></object>
<svg><image href="${elsewhere}/o"/></svg><form action="${elsewhere}/p"><button autofocus>Go</button></form>
<a href="${elsewhere}/bank" target="_top" ping="${elsewhere}/q">www.bank.example</a></body></html>`

const summary = en.thread.letter.show

let server: TestServer
let number: number

beforeAll(async () => {
  const { host, projectId } = inject('authEmulator')
  server = await openTestServer(async (services) => {
    const [demo] = await seedDemo(services, host, projectId, new Date())
    number = await keep(services, demo?.ticket.deskId ?? '')
  })
})
afterAll(() => server.close())

/** A conversation that the e-mail began. */
async function keep(services: Services, deskId: string): Promise<number> {
  const now = new Date()
  const raw = Buffer.from(letter({ text: 'Our offer', html: hostile }))
  const stored = await services.files.put(bytesOf(raw), raw.length)
  const room = roomOf({ storageMegabytes: 10 })
  const taken = stored && (await takeLetter(services, { deskId }, stored, [], room, now))
  if (!taken) throw new Error('The e-mail was not taken')
  const key = newId(now)
  const from = 'ada@guest.example'
  const original = taken.original.id
  const mail = { key, from, proven: true, original, html: 'elsewhere' as const }
  const start = { deskId, startKey: key, secretHash: key, body: 'Our offer', locale: 'en' as const }
  const attachments = [taken.original]
  const { ticket } = await startTicket(
    services,
    { ...start, name: 'Ada', email: from, attachments, mail },
    now,
  )
  return ticket.number
}

/** The owner at the ticket; what the browser asks of others, with the referrer, and all that opens by itself. */
async function arrive(page: Page, javaScript = true) {
  const asked: string[] = []
  const dialogs: string[] = []
  await page.context().route(`${elsewhere}/**`, async (route) => {
    const { referer = 'no referrer' } = await route.request().allHeaders()
    asked.push(`${route.request().url()} ${referer}`)
    await route.fulfill({ body: 'x' })
  })
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  })
  await open(page, '/login')
  await page.locator('input[name=email]').fill(demoOwner.email)
  await page.locator('input[name=password]').fill(demoOwner.password)
  await page.locator('#login .deeds .button').click()
  await page.waitForURL(/\/dashboard/)
  await open(page, `/dashboard/tickets?ticket=${number}`)
  if (javaScript) await hydrated(page)
  return { asked, dialogs }
}

/** By one press, or without scripts by two. */
async function show(page: Page, javaScript: boolean) {
  await page.getByText(summary, { exact: true }).click()
  if (!javaScript) await page.getByRole('link', { name: en.thread.letter.load }).click()
  await frameOf(page).getByText('Our offer').waitFor()
}

const frameOf = (page: Page) => page.frameLocator('.letter iframe')

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('An e-mail’s HTML, %s', (_, javaScript) => {
  test('is shown when asked for, runs nothing, fetches nothing, and stays in its frame', async () => {
    const page = await server.visitor({ javaScript })
    const { asked, dialogs } = await arrive(page, javaScript)
    const address = page.url()
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await show(page, javaScript)
    await frameOf(page).getByText('→ elsewhere.example').waitFor()
    // What it might have begun comes to an end.
    await page.waitForLoadState('networkidle')
    expect(loaded.filter((url) => url.includes('as=letter'))).toHaveLength(1)
    expect([asked, dialogs]).toEqual([[], []])
    expect(page.url()).toBe(address)
    expect(page.frames()).toHaveLength(2)
    const html = await frameOf(page).locator('html').innerHTML()
    expect(html).not.toMatch(/<(?:script|iframe|form|object|video|svg|base|link)|position|onerror/)
    await page.context().close()
  })

  test('has pictures of other servers after a press, without a referrer; its links open apart', async () => {
    const page = await server.visitor({ javaScript })
    const { asked } = await arrive(page, javaScript)
    await show(page, javaScript)
    const picture = page.waitForEvent('requestfinished', (each) =>
      each.url().endsWith('/picture.png'),
    )
    await page.getByRole('link', { name: en.thread.letter.pictures }).click()
    await picture
    expect(asked).toEqual([`${elsewhere}/picture.png no referrer`])
    const opened = page.context().waitForEvent('page')
    await frameOf(page).getByRole('link', { name: 'www.bank.example' }).click()
    const other = await opened
    await other.waitForURL(`${elsewhere}/bank`)
    expect(asked.at(-1)).toBe(`${elsewhere}/bank no referrer`)
    if (javaScript) {
      expect(await other.evaluate('window.opener')).toBeNull()
      await page.getByRole('link', { name: en.thread.letter.picturesAgain }).waitFor()
    }
    await page.context().close()
  })
})

const why = whyNotPackaged()
const lack = why ? { tests: 'Chrome 109', why, command: 'npm test, on Linux on x64' } : undefined

describe('Chrome 109', unless(lack), () => {
  let floor: Browser

  beforeAll(async () => {
    const { executablePath, env } = await unpackOlderChromium('chromium-109')
    floor = await chromium.launch({ executablePath, env, args: quiet })
  })
  afterAll(() => floor?.close())

  test('shows an e-mail’s HTML and fetches nothing', async () => {
    const context = await floor.newContext({
      baseURL: server.origin,
      locale: 'en-GB',
      extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
    })
    const page = await context.newPage()
    const { asked } = await arrive(page)
    await show(page, true)
    await frameOf(page).getByText('→ elsewhere.example').waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
  })
})
