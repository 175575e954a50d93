import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findSiteDesk } from '../../app/domain/desks/site-desk'
import type { Language } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { type DemoPerson, demoColleagues, demoOwner } from '../../development/demo-people'
import { seedDemo } from '../../development/seed'
import { type App, startApp, withoutLimits } from '../support/app'
import { awaitedLater } from '../support/awaited-later'
import { arriveAt, hydrated, newAddress, open, saidAfter } from '../support/browser-server'
import { quiet } from '../support/chromium'
import { unless } from '../support/left-out'
import { clients, letter } from '../support/letters'
import { de, en } from '../support/locales'
import { sendBySmtp, withOwnDns } from '../support/mail-in'
import { type MailServer, startMailServer } from '../support/mail-server'
import { unpackOlderChromium, whyNotPackaged } from '../support/packaged-chromium'
import { watchProblems } from '../support/problems'

const minute = 60_000
const day = 24 * 60 * minute

const why = whyNotPackaged()
const lack = why
  ? { tests: 'a day of three members', why, command: 'npm test, on Linux on x64' }
  : undefined

/** What an extension does: a style, an overlay, marks, and a button beside each field that comes. */
function extend() {
  const mark = () => {
    for (const area of document.querySelectorAll('textarea:not([data-gramm])')) {
      area.setAttribute('data-gramm', 'true')
      area.before(document.createElement('extension-button'))
    }
  }
  addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style')
    style.textContent = 'extension-root { display: none }'
    document.head.prepend(style)
    document.body.prepend(document.createElement('extension-overlay'))
    document.documentElement.append(document.createElement('extension-root'))
    document.body.setAttribute('cz-shortcut-listen', 'true')
    mark()
    new MutationObserver(mark).observe(document.body, { childList: true, subtree: true })
  })
}

/** All that a page says: its text, its title, and what fields and pictures are called. */
const said = (page: Page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')]
    const names = named.flatMap((each) =>
      ['aria-label', 'placeholder', 'title', 'alt'].map((name) => each.getAttribute(name) ?? ''),
    )
    return [document.title, document.body.innerText, ...names].join('\n')
  })

/** Keys, values and times as programs write them. */
const programs =
  /undefined|\bnull\b|NaN|\[object|Invalid Date|\{\{|\}\}|\b[a-z]+:[a-z]+\.[a-zA-Z.]+|\d{4}-\d\d-\d\dT|_(?:one|other|zero)\b/

/** The first of these, with what stands beside it. */
function rawIn(text: string): string | undefined {
  const found = programs.exec(text)
  return found ? text.slice(Math.max(0, found.index - 60), found.index + 60) : undefined
}

describe('A day of three members', unless(lack), () => {
  let mails: MailServer
  let app: App
  let today: Browser
  let floor: Browser
  let ahead = 0
  let deskAddress = ''
  let deskId = ''
  const problems: string[][] = []
  let mara: Page
  let jonas: Page
  let elif: Page
  let oliver: Page
  let signIn: () => Promise<void>

  beforeAll(async () => {
    mails = await startMailServer()
    app = await startApp({
      environment: {
        PUBLIC_ORIGIN: 'http://127.0.0.1:0',
        TRUST_PROXY: '1',
        MAIL_IN: 'smtp://127.0.0.1:0',
        MAIL_IN_DOMAIN: 'in.example.com',
        SMTP_URL: mails.url,
      },
      now: () => new Date(Date.now() + ahead),
      arrange: (services) => withOwnDns(withoutLimits.arrange(services)),
    })
    const { host, projectId } = inject('authEmulator')
    await seedDemo(app.services, host, projectId, new Date())
    const desk = await findSiteDesk(app.services)
    deskAddress = `${desk?.publicKey}@in.example.com`
    deskId = desk?.id ?? ''
    today = await chromium.connect(inject('browser'))
    const { executablePath, env } = await unpackOlderChromium('chromium-109')
    floor = await chromium.launch({ executablePath, env, args: quiet })
    const [first, second] = demoColleagues as [DemoPerson, DemoPerson]
    const members = await Promise.all([
      member(today, demoOwner, 'de'),
      member(floor, first, 'en'),
      member(today, second, 'en'),
    ])
    const pages = members.map(({ page }) => page)
    ;[mara, jonas, elif] = pages as [Page, Page, Page]
    await elif.addInitScript(extend)
    signIn = async () => {
      for (const { enter } of members) await enter()
    }
    await signIn()
  })
  afterAll(async () => {
    await floor?.close()
    await today?.close()
    await app?.close()
    await mails?.close()
  })

  async function somebody(browser: Browser, language: Language, more: BrowserContextOptions = {}) {
    const context = await browser.newContext({
      baseURL: app.origin,
      locale: { en: 'en-GB', de: 'de-DE' }[language],
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'X-Forwarded-For': newAddress() },
      ...more,
    })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    problems.push(await watchProblems(page))
    return page
  }

  async function member(browser: Browser, person: DemoPerson, language: Language) {
    const page = await somebody(browser, language)
    const enter = async () => {
      await open(page, localizedPath('/login', language))
      await page.locator('input[name=email]').fill(person.email)
      await page.locator('input[name=password]').fill(person.password)
      await page.locator('#login .deeds .button').click()
      await arriveAt(page, localizedPath('/dashboard', language))
      await hydrated(page)
    }
    return { page, enter }
  }

  /** No page that is open says anything as only programs do. */
  async function inOrder() {
    for (const page of [mara, jonas, elif, oliver].filter(Boolean)) {
      expect(rawIn(await said(page)), page.url()).toBeUndefined()
    }
  }

  const message = (page: Page, text: string) =>
    page.locator('.message:not([hidden])').filter({ hasText: text })

  async function press(page: Page, name: string) {
    await page.getByRole('button', { name, exact: true }).click()
  }

  async function answer(page: Page, text: string, button = en.tickets.sendReply) {
    await page.locator('#body').fill(text)
    await press(page, button)
    await message(page, text).waitFor()
  }

  async function later(milliseconds: number) {
    ahead += milliseconds
    await app.runDue()
  }

  async function openTicket(page: Page, number: number, language: Language = 'en') {
    await open(page, localizedPath(`/dashboard/tickets?ticket=${number}`, language))
    await hydrated(page)
  }

  async function ticketBy(email: string) {
    const all = await app.services.tickets.listAll(deskId, 0, 1_000)
    const found = all.filter(({ visitorEmail }) => visitorEmail === email)
    if (!found[0]) throw new Error(`Nothing of ${email}`)
    return found[0]
  }

  /** An e-mail of a guest, handed over by SMTP. */
  async function send(from: string, shape: Parameters<typeof letter>[0], to = deskAddress) {
    const headers = {
      From: from,
      To: to,
      'Message-ID': `<${randomUUID()}@guest.example>`,
      ...shape.headers,
    }
    const raw = letter({ ...shape, headers })
    const sender = /[\w.-]+@[\w.-]+/.exec(from)?.[0] ?? ''
    // A sender tries again where a busy machine could not prove it in time.
    const tried = () => sendBySmtp(app.smtpPort ?? 0, { from: sender, to: [to], raw })
    await expect.poll(async () => (await tried()).at(-1)).toMatch(/^250 /)
  }

  const mailTo = (email: string) => {
    const found = mails.received.filter(({ to }) => to.includes(email)).at(-1)
    if (!found) throw new Error(`No e-mail to ${email}`)
    return found
  }

  test('chat is answered live', async () => {
    oliver = await somebody(today, 'en')
    await open(oliver, '/chat')
    await oliver.getByLabel(en.chat.name).fill('Oliver Grant')
    await oliver.locator('#email').fill('oliver@guest.example')
    await oliver.locator('#body').fill('Do you send whole beans to Scotland?')
    await press(oliver, en.chat.send)
    await arriveAt(oliver, /\/chat\?.*t=/)
    await elif.getByRole('link', { name: 'Oliver Grant' }).first().click()
    await message(elif, 'whole beans').waitFor()
    await inOrder()
    await Promise.all([
      elif.locator('.presence').getByText('Oliver Grant is typing').waitFor(),
      oliver.locator('#body').pressSequentially('By Friday?'),
    ])
    await answer(elif, 'Within the EU only, I am sorry to say.')
    await message(oliver, 'Within the EU only').waitFor()
    await oliver.locator('#body').press('Control+Enter')
    await message(elif, 'By Friday?').waitFor()
    await answer(elif, 'Not even by Friday. A friend in Dublin could send it on, though.')
    await message(oliver, 'A friend in Dublin').waitFor()
    await inOrder()
  })

  test('an e-mail in German is answered, and answered again with quotes', async () => {
    const from = 'Ada Lövelace <ada@guest.example>'
    await send(from, {
      headers: { Subject: '=?utf-8?q?Fr=C3=BChst=C3=BCck_f=C3=BCr_zw=C3=B6lf?=' },
      html: '<p>Guten Tag,</p><p>haben Sie am <b>Samstag</b> Platz für zwölf?</p>',
    })
    const { number } = await ticketBy('ada@guest.example')
    await openTicket(jonas, number)
    await message(jonas, 'Platz für zwölf').waitFor()
    await inOrder()
    await answer(jonas, 'Am Samstag ab zehn, gern.')
    await later(3 * minute)
    const first = mailTo('ada@guest.example')
    expect(first.mail.text).toContain('Am Samstag ab zehn')
    const replyTo = first.mail.replyTo?.[0]?.address ?? ''
    await send(
      from,
      {
        headers: {
          Subject: 'Re: Frühstück',
          'In-Reply-To': first.mail.messageId ?? '',
          References: first.mail.messageId ?? '',
        },
        html: `<div dir="ltr">Wunderbar, dann um zehn!</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Am Sa., 28. Nov. 2026 um 10:00 Uhr schrieb Café &lt;${replyTo}&gt;:<br></div><blockquote class="gmail_quote">Am Samstag ab zehn, gern.</blockquote></div>`,
      },
      replyTo,
    )
    await message(jonas, 'dann um zehn').waitFor()
    await message(jonas, 'dann um zehn').locator('.quoted summary').click()
    await message(jonas, 'dann um zehn')
      .locator('.quoted .words')
      .getByText('Am Samstag ab zehn')
      .waitFor()
    await inOrder()
    // A saved reply in her language, put in by its shortcut.
    await jonas.locator('#body').fill('')
    await jonas.locator('#body').pressSequentially('/parcel')
    await jonas.keyboard.press('Enter')
    const text = await jonas.locator('#body').inputValue()
    expect(text).toMatch(/^Guten Tag Ada Lövelace, Ihr Paket/)
    await press(jonas, en.tickets.sendReply)
    await message(jonas, text.split('\n')[0] ?? '').waitFor()
    await later(3 * minute)
    const html = clients['Outlook on the web']?.('de') ?? ''
    await send(
      from,
      { headers: { Subject: 'AW: Frühstück' }, html },
      mailTo('ada@guest.example').mail.replyTo?.[0]?.address,
    )
    await message(jonas, 'Um neun.').waitFor()
    await inOrder()
  })

  test('a contact form’s e-mail is answered to its customer', async () => {
    await send('Webseite <wordpress@guest.example>', {
      headers: { 'Reply-To': 'Bea Busch <bea@firma.example>', Subject: 'Kontaktformular' },
      text: 'Name: Bea Busch\nNachricht: Liefern Sie ins Büro?',
    })
    const { number } = await ticketBy('bea@firma.example')
    await openTicket(mara, number, 'de')
    await message(mara, 'Liefern Sie ins Büro?').waitFor()
    await inOrder()
    await answer(mara, 'Ja, ab fünfzig Euro.', de.tickets.sendReply)
    await later(3 * minute)
    const { mail } = mailTo('bea@firma.example')
    expect(mail.subject).toBe('Re: Kontaktformular')
    expect(mail.text).toMatch(/^Ja, ab fünfzig Euro\./)
    await inOrder()
  })

  test('a note with a name brings its member', async () => {
    await mara.locator('#body').fill('')
    await mara.locator('#body').pressSequentially('Bitte nachrechnen, @jon')
    await mara.locator('#suggestions [role=option]').first().click()
    await press(mara, de.tickets.addNote)
    await mara.locator('.message.note').getByText('nachrechnen').waitFor()
    await later(3 * minute)
    const { mail } = mailTo('jonas@tresen.example')
    const { number } = await ticketBy('bea@firma.example')
    const about = `on ticket ${number} from Bea Busch`
    expect(mail.subject).toBe(`Mara Lindner mentioned you in a note ${about}`)
    expect(mail.text).toContain('> Bitte nachrechnen, @Jonas')
    await open(jonas, '/dashboard')
    await hydrated(jonas)
    await inOrder()
  })

  test('two answer at once: the second reads the first', async () => {
    const { number } = await ticketBy('bea@firma.example')
    await jonas.route(/\/live(\?|$)/, (route) => route.abort())
    await openTicket(jonas, number)
    await openTicket(elif, number)
    await jonas.locator('#body').fill('I would say sixty.')
    await answer(elif, 'Fünfzig gilt auch für Büros.')
    await press(jonas, en.tickets.sendReply)
    await jonas.locator('.banner.bad').waitFor()
    expect(await jonas.locator('#body').inputValue()).toBe('I would say sixty.')
    await inOrder()
    await press(jonas, en.tickets.sendReply)
    await message(jonas, 'I would say sixty.').waitFor()
    await jonas.unroute(/\/live(\?|$)/)
    await message(elif, 'I would say sixty.').waitFor()
    await inOrder()
  })

  test('it is taken, tagged, snoozed, done, and undone', async () => {
    const { number } = await ticketBy('ada@guest.example')
    await openTicket(elif, number)
    await press(elif, en.history.whose.take)
    await elif.locator('.ticket-head .tag').getByText(en.history.with.you).waitFor()
    const marks = elif.locator('.facts')
    await marks.getByText(en.tickets.priority, { exact: true }).click()
    await press(elif, en.ledger.priorityIs.high)
    await marks.locator('.chip.high').waitFor()
    await marks.getByText(en.tickets.tags, { exact: true }).first().click()
    await elif.getByLabel(en.tickets.organise.addTag).fill('Frühstück, Gruppe')
    await marks.locator('[value=tag]').click()
    await marks.getByRole('link', { name: 'Gruppe' }).waitFor()
    await inOrder()
    await openTicket(mara, number, 'de')
    await mara.locator('.ticket-head').getByText('bei Elif Aydın').waitFor()
    await mara.getByText(de.tickets.snooze.heading, { exact: true }).click()
    const undone = de.notices.undone.replace('{{number}}', `${number}`)
    const undo = () => press(mara, de.layout.undo)
    await saidAfter(mara, `Ticket ${number} ist bis `, () =>
      mara.locator('.snooze .presets button').first().click(),
    )
    await inOrder()
    await saidAfter(mara, undone, undo)
    await openTicket(mara, number, 'de')
    const solved = de.notices.solved.replace('{{number}}', `${number}`)
    await saidAfter(mara, solved, () => press(mara, de.tickets.solve))
    await inOrder()
    await saidAfter(mara, undone, undo)
    await inOrder()
  })

  test('two tickets of one guest become one', async () => {
    const guest = await somebody(today, 'de', { javaScriptEnabled: false })
    for (const body of ['Ist noch Mohnkuchen da?', 'Und Käsekuchen?']) {
      await open(guest, '/de/chat?new')
      await guest.locator('#name').fill('Jürgen Weiß')
      await guest.locator('#email').fill('juergen@guest.example')
      await guest.locator('#body').fill(body)
      const answered = awaitedLater(guest.waitForEvent('domcontentloaded'))
      await press(guest, de.chat.send)
      await answered
      await guest.context().clearCookies()
    }
    const all = await app.services.tickets.listAll(deskId, 0, 1_000)
    const [one, two] = all
      .filter(({ visitorEmail }) => visitorEmail === 'juergen@guest.example')
      .map(({ number }) => number)
      .sort()
    await openTicket(elif, two ?? 0)
    await elif.locator('.ticket-head').getByTitle(en.tickets.organise.heading).click()
    await elif.getByLabel(en.tickets.merge.with).fill(String(one))
    await press(elif, en.tickets.merge.show)
    await elif.locator('.merge').waitFor()
    await inOrder()
    await elif.locator('.merge [value=confirm-merge]').click()
    await elif.getByRole('heading', { name: `${one} · Jürgen Weiß` }).waitFor()
    await message(elif, 'Mohnkuchen').waitFor()
    await message(elif, 'Käsekuchen').waitFor()
    await inOrder()
    await openTicket(jonas, two ?? 0)
    await guest.context().close()
  })

  test('an order is paid, refunded in part and in full', async () => {
    const customer = await somebody(today, 'de')
    await open(customer, '/de/shop?item=house-coffee')
    await press(customer, de.shop.add)
    await customer.getByRole('button', { name: de.shop.checkout, exact: true }).click()
    await customer.getByLabel(de.checkout.email).fill('kaethe@guest.example')
    for (const [id, text] of [
      ['name', 'Käthe Kundin'],
      ['street', 'Weg 1'],
      ['postcode', '12345'],
      ['city', 'Ort'],
    ])
      await customer.locator(`#${id}`).fill(text ?? '')
    await press(customer, de.checkout.order)
    await arriveAt(customer, /\/shop\/success\?order=/)
    const [placed] = (await app.services.orders.list('all', 1)).orders
    await open(mara, `/de/dashboard/orders?order=${placed?.number}`)
    await hydrated(mara)
    await press(mara, de.orders.markPaid)
    await mara.getByText(de.orders.refund, { exact: true }).first().waitFor()
    await inOrder()
    await mara.getByText(de.orders.refund, { exact: true }).first().click()
    await mara.getByLabel(de.orders.refundShipping.split(',')[0] ?? '').check()
    await press(mara, de.orders.refundChosen)
    await mara.locator('[value=refund-now]').waitFor()
    await inOrder()
    await mara.locator('[value=refund-now]').click()
    await mara.locator('.happened').getByText(de.orders.events['refund-part']).first().waitFor()
    await inOrder()
    await mara.getByText(de.orders.refund, { exact: true }).first().click()
    await mara.locator('[value=refund-all]').click()
    await mara.locator('[value=refund-now]').waitFor()
    await mara.locator('[value=refund-now]').click()
    await mara
      .locator('.happened')
      .getByText(de.orders.events.refund, { exact: false })
      .nth(0)
      .waitFor()
    await later(3 * minute)
    await customer.reload()
    await inOrder()
  })

  test('a ticket is done, opened by its guest, closed, and opened again', async () => {
    const { number } = await ticketBy('oliver@guest.example')
    await openTicket(jonas, number)
    await press(jonas, en.tickets.solve)
    await oliver.locator('#word').getByText(en.chat.done).waitFor()
    await oliver.locator('#body').fill('One more: is Nordlicht back?')
    await oliver.locator('#body').press('Control+Enter')
    await message(oliver, 'Nordlicht').waitFor()
    await openTicket(jonas, number)
    await jonas.locator('.ticket-head .tag').getByText(en.tickets.state.open).waitFor()
    await jonas.locator('#body').fill('It is.')
    await press(jonas, en.tickets.sendAndSolve)
    await message(oliver, 'It is.').waitFor()
    await oliver.locator('#word').getByText(en.chat.done).waitFor()
    await inOrder()
    await later(8 * day)
    // Their sessions have ended.
    await signIn()
    await openTicket(jonas, number)
    await jonas.getByText(en.tickets.closedHint).waitFor()
    await inOrder()
    await press(jonas, en.tickets.reopen)
    await jonas.locator('#reply [value=reply]').waitFor()
    await answer(jonas, 'We have it in bags of a kilo, too.')
    await inOrder()
    const all = await app.services.tickets.messages({ deskId, number }, 0, 50)
    for (const page of [jonas, oliver]) {
      await expect.poll(() => page.locator('.message').count()).toBe(all.length)
    }
  })

  test('each room of each member is in order', async () => {
    for (const [page, language] of [
      [mara, 'de'],
      [jonas, 'en'],
      [elif, 'en'],
    ] as const) {
      for (const path of [
        '/dashboard',
        '/dashboard/tickets',
        '/dashboard/tickets?state=all',
        '/dashboard/orders?state=all',
        '/dashboard/feedback',
        '/dashboard/settings/people',
      ]) {
        await open(page, localizedPath(path, language))
        await page.waitForLoadState('networkidle')
        await inOrder()
      }
    }
  })

  test('no e-mail says anything as only programs do', () => {
    for (const { mail } of mails.received) {
      expect(rawIn(`${mail.subject}\n${mail.text}`), mail.subject).toBeUndefined()
    }
    expect(app.logged.filter(({ level }) => Number(level) > 40)).toEqual([])
  })

  test('no browser complained', () => {
    // Extensions and an old browser are complained of, lines are cut, and an answer was overtaken.
    const foreseen =
      /Minified React error #4(18|22|23|25)|Applying inline style|style-src-elem|\/live|409/
    expect(problems.flat().filter((each) => !foreseen.test(each))).toEqual([])
  })
})
