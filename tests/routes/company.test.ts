import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofHolds } from '../../app/domain/identity/proofs'
import { type LegalTextName, legalTextNames } from '../../app/domain/legal/legal'
import { isOnShelf } from '../../app/domain/shop/shelf'
import { samplesIn } from '../../app/domain/site/opening'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { elements, field, linksIn, newTabsIn, textOf } from '../support/html'
import { legal } from '../support/legal'
import {
  type Owner,
  openTestServer,
  password,
  type TestServer,
  words,
} from '../support/test-server'
import { fillCart, hiddenIn, openCheckout, order } from '../support/till'

const room = '/dashboard/company'
/** Where a saved part leads: to the next step. */
const saved = `${room}#opening`
const details = `${room}?details`
const bank = `${room}?bank`
const text = (name: LegalTextName, language = 'en') => `${room}?text=${name}&in=${language}`

const samples = (language = 'en') => `${room}?samples&in=${language}`

const { errors } = words.en.company

const company = {
  ...{ name: 'Café Morgenrot e. K.', street: 'Lindenallee 7', postcode: '10405', city: 'Berlin' },
  ...{ country: 'DE', representatives: 'Mara Morgenrot', email: 'mara@morgenrot.test' },
  ...{ phone: '+49 30 23125 777', vatId: 'DE136695976' },
  ...{ registerCourt: 'Amtsgericht Charlottenburg', registerNumber: 'HRA 4711' },
}

const account = { holder: 'Mara Morgenrot', iban: 'DE89 3704 0044 0532 0130 00', bic: '', name: '' }

/** What the owner and everybody else do at a counter. */
function at(server: TestServer, owner: Owner) {
  const look = (path: string, { cookie }: Partial<Owner> = owner) => server.ask(path, { cookie })
  const send = (path: string, form: Record<string, string>, { cookie } = owner) =>
    server.ask(path, { cookie, form: { intent: 'save', ...form } })
  /** Sends the form of a page as it was shown, but for the changes. */
  async function save(path: string, changes: Record<string, string>) {
    return send(path, { ...hiddenIn((await look(path)).text), ...changes })
  }
  return { look, send, save, everybody: (path: string) => look(path, {}) }
}

/** One of the samples becomes its own. */
function sellOwn({ services, clock }: TestServer) {
  return services.catalogue.change((current) => {
    const products = current.products.map((each) =>
      each.id === 'house-coffee' ? { ...each, price: each.price + 10 } : each,
    )
    return { catalogue: { ...current, products } }
  }, clock.now)
}

describe('A small business', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
  })
  afterAll(() => server.close())

  test('says so once, and no price has VAT; its samples stay samples', async () => {
    const owner = await server.signUp()
    const { look, save, everybody } = at(server, owner)
    const rates = async () => {
      const { products } = await server.services.catalogue.read(server.clock.now)
      return [...new Set(products.map(({ vatRate }) => vatRate))]
    }
    const isTicked = async () => /name="smallBusiness" checked/.test((await look(details)).text)
    expect([await isTicked(), (await rates()).length > 1]).toEqual([false, true])
    for (const _ of ['once', 'twice']) {
      const done = await save(details, { ...company, smallBusiness: 'on' })
      expect(done.location).toBe(saved)
    }
    expect([await isTicked(), await rates()]).toEqual([true, [0]])
    expect((await everybody('/de/shop')).text).toContain(words.de.shop.smallBusiness)
    const { catalogue } = server.services
    const now = await catalogue.read(server.clock.now)
    expect(samplesIn(now, catalogue.sample).size).toBe(now.products.filter(isOnShelf).length)
    // A form from before, which another member's has overtaken, changes nothing that it did not mean to.
    const refused = await save(details, { ...company, postcode: '', wasSmall: 'off' })
    expect(refused.text).toMatch(/name="wasSmall" value="off"/)
    await save(details, company)
    expect(await isTicked()).toBe(true)
    await save(details, { ...company, wasSmall: 'on' })
    expect([await isTicked(), await rates()]).toEqual([false, [19]])
    const log = textOf((await look('/dashboard/settings/log')).text)
    for (const event of ['vatOn', 'vatOff'] as const) {
      expect(log.split(words.en.log.events[event])).toHaveLength(2)
    }
  })
})

describe('A shop without a file', () => {
  let server: TestServer
  let owner: Owner
  let stranger: Owner
  let they: ReturnType<typeof at>
  beforeAll(async () => {
    server = await openTestServer({ environment: { LEGAL: '' } })
    owner = await server.signUp()
    stranger = await server.signUp()
    they = at(server, owner)
  })
  afterAll(() => server.close())

  test('has a room for its owner, which nobody else finds', async () => {
    const { look, send, everybody } = they
    for (const path of [room, details, bank, text('terms'), samples()]) {
      expect((await look(path, stranger)).status, path).toBe(404)
      expect((await everybody(path)).location, path).toContain('/login')
      for (const language of languages) {
        expect((await look(localizedPath(path, language))).status, path).toBe(200)
      }
    }
    expect((await send(details, company, stranger)).status).toBe(404)
    expect((await look('/dashboard')).text).toContain(`href="${room}"`)
    expect((await look('/dashboard', stranger)).text).not.toContain(room)
    for (const path of [`${room}?text=nothing`, text('terms', 'xx'), samples('xx')]) {
      expect((await look(path)).status, path).toBe(404)
      expect((await send(path, { text: '# A\n\nB' })).status, path).toBe(400)
    }
  })

  test('begins with what is known of it, which nothing saves but its button', async () => {
    const { look } = they
    expect(field((await look(details)).text, 'email').value).toBe(owner.email)
    expect(field((await look(bank)).text, 'holder').value ?? '').toBe('')
    const { details: written } = await server.services.legal.written()
    expect(written.company).toBeUndefined()
  })

  test('is told beside the field what is wrong, and what was typed stays', async () => {
    const { send } = they
    const wrong = { ...company, name: '', email: 'mara', registerNumber: '', phone: 'none' }
    const refused = await send(details, wrong)
    expect(refused.status).toBe(400)
    for (const [name, error] of Object.entries({
      ...{ name: errors.empty, email: errors.email, registerNumber: errors.empty },
      phone: errors.phone,
    })) {
      expect(field(refused.text, name).described).toContain(error)
    }
    const { empty } = errors
    for (const label of [words.en.company.name, words.en.company.registerNumber]) {
      expect(textOf(refused.text)).toContain(`${label}: ${empty}`)
    }
    expect(field(refused.text, 'street').value).toBe(company.street)
    const iban = 'DE89 3704 0044 0532 0130 01'
    const noBank = await send(bank, { ...account, iban })
    expect(noBank.status).toBe(400)
    expect(field(noBank.text, 'iban')).toMatchObject({ value: iban, invalid: true })
    const typed = '# Prices\n\n<script>alert(1)</script> {nobody}'
    const noText = await send(text('terms'), { text: typed })
    expect(noText.status).toBe(400)
    expect(field(noText.text, 'text').described).toContain('{nobody}')
    expect(field(noText.text, 'text').value).toBe(typed)
    expect(noText.text).not.toContain('<script>alert')
    const long = await send(text('terms'), { text: `# A\n\n${'word '.repeat(6_100)}` })
    expect([long.status, textOf(long.text)]).toEqual([
      400,
      expect.stringContaining(errors.textLong),
    ])
  })

  test('finds what few companies have folded, and open where one of it is given', async () => {
    const { send, look } = they
    const few = { ...company, vatId: '', registerCourt: '', registerNumber: '' }
    const opens = (html: string) => html.includes('<details open=""><summary>')
    const { text: empty } = await look(details)
    expect(empty).toContain(`<details><summary>${words.en.company.more}`)
    for (const [typed, open] of [
      [{ ...few, name: '' }, false],
      [{ ...few, name: '', economicId: 'DE136695976-00001' }, true],
      [{ ...few, registerNumber: 'HRA 4711' }, true],
    ] as const) {
      const { status, text: html } = await send(details, typed)
      expect([status, opens(html)]).toEqual([400, open])
    }
  })

  test('shows how a text will be read before it is saved', async () => {
    const { send, look } = they
    const typed = {
      text: '# Prices\n\nWrite to {email}\n\n- by card\n- in cash',
      intent: 'preview',
    }
    const { status, text: page } = await send(text('terms'), typed)
    expect(status).toBe(200)
    expect(page).toMatch(/<h2>Prices<\/h2><p>Write to <a href="mailto:[^"]+">/)
    expect(page).toContain('<li>by card</li><li>in cash</li>')
    expect((await look(text('terms'))).text).not.toContain('<h2>Prices</h2>')
  })

  test('opens by its owner’s press once all that the law asks for is there, each part by its own form', async () => {
    const { save, look, everybody } = they
    const missing = async () => {
      const { text: page } = await look(room)
      const open = page.split('<li').filter((each) => !each.startsWith(' class="done"'))
      const links = linksIn(open.join('')).filter((link) => link.startsWith(`${room}?`))
      return [...new Set(links)].sort()
    }
    expect(await missing()).toEqual(expect.arrayContaining([details, bank, text('privacy')]))
    expect(textOf((await look(room)).text)).toContain(
      words.en.company.done.replace('{{done}}', '0').replace('{{all}}', '5'),
    )
    const unmailed = `${words.en.nomail.brief} ${words.en.nomail.server}`
    expect(textOf((await look(room)).text)).toContain(unmailed)
    const overview = textOf((await look('/dashboard')).text)
    expect(overview).toContain(words.en.nomail.brief)
    expect(overview).not.toContain(words.en.nomail.server)
    const open = () => they.send(room, { intent: 'open' })
    const early = await open()
    expect([early.status, textOf(early.text)]).toEqual([
      409,
      expect.stringContaining(errors.notReady),
    ])
    const next = async () => {
      const [begin = ''] = words.en.guide.next.split('{{part}}')
      const links = elements((await look(room)).text, 'a')
      return links.find((link) => link.text.startsWith(begin))?.attributes.href
    }
    expect(await next()).toBe(details)
    expect((await save(details, company)).location).toBe(saved)
    expect(await next()).toBe(bank)
    expect(field((await they.look(bank)).text, 'holder').value).toBe(company.name)
    expect((await save(bank, account)).location).toBe(saved)
    expect(await next()).toBe(samples())
    expect(await missing()).not.toContain(bank)
    for (const name of legalTextNames) {
      expect((await everybody('/shop')).status, name).toBe(503)
      expect((await everybody('/imprint')).status, name).toBe(503)
      const sample = field((await look(text(name))).text, 'text').value
      expect((await save(text(name), { text: sample })).status, name).toBe(303)
    }
    // The shop may open in one language.
    expect(await next()).not.toContain('texts')
    // Readers of German get them in English, which the list of texts does not count as done.
    expect(await missing()).toEqual(
      [
        ...legalTextNames.flatMap((name) => languages.map((language) => text(name, language))),
      ].sort(),
    )
    // Samples are nothing to open with, and go once the shop opens.
    expect(textOf((await look(room)).text)).toContain(words.en.company.opening.empty)
    expect(textOf((await open()).text)).toContain(errors.nothingForSale)
    await sellOwn(server)
    const preparing = textOf((await look(room)).text)
    expect(preparing).toContain(words.en.company.opening.ready)
    expect(preparing).toContain(words.en.company.opening.pressWithoutSamples)
    const withSamples = await open()
    expect([withSamples.status, textOf(withSamples.text)]).toEqual([
      409,
      expect.stringContaining(errors.samplesLeft),
    ])
    expect(preparing).toContain(words.en.company.steps)
    expect((await everybody('/imprint')).status).toBe(200)
    expect((await everybody('/shop')).status).toBe(503)
    expect((await they.send(room, { intent: 'open' }, stranger)).status).toBe(404)
    expect((await everybody('/shop')).status).toBe(503)
    expect((await they.send(room, { intent: 'open-without-samples' })).location).toBe(room)
    const shop = await everybody('/shop')
    expect(shop.status).toBe(200)
    expect(textOf(shop.text)).not.toContain(words.en.shop.sample)
    const { entries } = await server.services.auditLog.list(owner.desk.id, 2)
    expect(entries.map(({ event }) => event)).toEqual(['opened', 'samplesOff'])
    const opened = textOf((await look(room)).text)
    expect(opened).toContain(words.en.company.opening.openText)
    expect(opened.split(words.en.nomail.brief)).toHaveLength(2)
    expect(opened).toContain(words.en.company.basics)
    expect(opened).not.toContain(words.en.company.steps)
    const imprint = await everybody('/imprint')
    expect(textOf(imprint.text)).toContain('Amtsgericht Charlottenburg, HRA 4711')
    expect(textOf(imprint.text)).not.toContain(words.en.legal.sample)
    // Nobody wrote it in German yet: it is marked as English.
    const terms = await everybody('/de/terms')
    const only = words.de.legal.borrowed.replace('{{language}}', 'Englisch')
    expect(textOf(terms.text)).toContain(only)
    expect(terms.text).toMatch(/<div lang="en"><section>.*Order with obligation to pay/s)
    expect(textOf((await everybody('/terms')).text)).not.toContain(
      words.en.legal.borrowed.replace('{{language}}', 'English'),
    )
  })

  test('has each language in words of its own, and the other one’s where it is empty', async () => {
    const { save, everybody } = they
    const own = { text: '# Versand\n\nMit dem Rad, siehe {withdrawal}' }
    expect((await save(text('delivery', 'de'), own)).status).toBe(303)
    const german = await everybody('/de/terms')
    expect(german.text).toContain('<h2>Versand</h2>')
    expect(german.text).toContain('/de/withdrawal?withdraw')
    expect((await everybody('/terms')).text).not.toContain('Versand')
    await save(text('delivery', 'de'), { text: '' })
    expect((await everybody('/de/terms')).text).not.toContain('Versand')
    expect((await save(text('delivery'), { text: '' })).status).toBe(400)
  })

  test('gives its name to a counter that has none', async () => {
    const { id, name } = owner.desk
    const { desks } = server.services
    const asksForName = async () => (await they.look('/dashboard')).text.includes('id="name-desk"')
    await desks.rename(id, '')
    expect(await asksForName()).toBe(true)
    await they.save(details, { ...company, name: 'Rösterei Neu GmbH' })
    expect(await asksForName()).toBe(false)
    await they.save(details, company)
    expect(textOf((await they.look('/')).text)).toContain('Rösterei Neu')
    await desks.rename(id, name)
  })

  test('of two who change a part at once, the second is told', async () => {
    const { look, send } = they
    const shown = hiddenIn((await look(details)).text)
    const first = { ...company, ...shown, street: 'Lindenallee 8' }
    for (const twice of [first, first]) expect((await send(details, twice)).status).toBe(303)
    const refused = await send(details, { ...company, ...shown, postcode: '' })
    expect([refused.status, hiddenIn(refused.text).seen]).toEqual([400, shown.seen])
    const late = await send(details, { ...company, ...shown, street: 'Lindenallee 9' })
    const changed = expect.stringContaining(words.en.errors.errors.changed)
    expect([late.status, textOf(late.text)]).toEqual([409, changed])
    expect(field(late.text, 'street').value).toBe('Lindenallee 9')
    expect(newTabsIn(late.text)).toContain(details)
    expect((await server.services.legal.read()).company.street).toBe('Lindenallee 8')
    const decided = { ...company, ...hiddenIn(late.text), street: 'Lindenallee 9' }
    expect((await send(details, decided)).status).toBe(303)
    expect((await server.services.legal.read()).company.street).toBe('Lindenallee 9')
  })

  test('orders keep the terms under which they were made, and are paid to the account of today', async () => {
    const { save, everybody } = they
    const buy = async () => {
      const cart = await fillCart(server, { 'house-coffee': 1 })
      const { location } = await order(server, cart, await openCheckout(server, cart))
      const secret = new URL(location, server.origin)
      return { page: secret.pathname + secret.search }
    }
    const versions = async () => {
      const { orders } = await server.services.orders.list('all', 9)
      return orders.map(({ termsVersion }) => termsVersion)
    }
    const before = await server.services.legal.read()
    const first = await buy()
    await save(text('terms'), { text: '# New terms\n\nWith {name}' })
    expect((await server.services.legal.read()).version).not.toBe(before.version)
    const cart = await fillCart(server, { 'house-coffee': 1 })
    const shown = await openCheckout(server, cart)
    await save(text('withdrawal'), { text: '# Withdrawal\n\nWithin 30 days' })
    const refused = await order(server, cart, shown)
    expect(refused.status).toBe(409)
    expect(textOf(refused.text)).toContain(words.de.checkout.changes.terms)
    expect((await order(server, cart, hiddenIn(refused.text))).status).toBe(303)
    expect(new Set(await versions()).size).toBe(2)
    expect(textOf((await everybody(first.page)).text)).toContain('DE89 3704 0044 0532 0130 00')
    await save(bank, { ...account, iban: 'DE75512108001245126199' })
    expect(textOf((await everybody(first.page)).text)).toContain('DE75 5121 0800 1245 1261 99')
  })

  test('asks for the password before money goes elsewhere, once the sign-in is a while ago', async () => {
    const { look, save } = they
    server.clock.forward(proofHolds + 1)
    expect((await look(bank)).text).toContain('name="bankPassword"')
    for (const [typed, status] of [
      [undefined, 400],
      ['wrong', 400],
    ] as const) {
      const refused = await save(bank, { ...account, ...(typed && { bankPassword: typed }) })
      expect(refused.status).toBe(status)
      expect(refused.text).not.toContain('value="wrong"')
    }
    expect((await server.services.legal.read()).bank.iban).toBe('DE75512108001245126199')
    const saved = await save(bank, { ...account, bankPassword: password })
    expect(saved.status).toBe(303)
    expect((await server.services.legal.read()).bank.iban).toBe('DE89370400440532013000')
    const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
    expect(entries[0]).toMatchObject({ event: 'bank', byUid: owner.desk.ownerUid })
    // Neither old nor new account.
    expect(JSON.stringify(entries)).not.toMatch(/DE\d{5}/)
  })
})

describe('A step of setting up that is done elsewhere', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ environment: { LEGAL: '' } })
  })
  afterAll(() => server.close())

  test('leads to the next one until the shop is open', async () => {
    const owner = await server.signUp()
    const { look, save, send } = at(server, owner)
    const shelf = '/dashboard/shelf'
    const { parts, opening } = words.en.company
    const { next: way } = words.en.guide
    const to = (part: string) => way.replace('{{part}}', part)
    const [begin = ''] = way.split('{{part}}')
    const link = async (path: string) =>
      elements((await look(path)).text, 'a').find(({ text }) => text.startsWith(begin))
    const next = async (path: string) => (await link(path))?.text
    expect(await next(`${shelf}/shipping`)).toBeUndefined()
    // Saved as the form stands, none of the samples' times to pick up stay.
    const { text: form } = await look(`${shelf}/shipping`)
    for (const name of ['whenEn', 'whenDe']) expect(field(form, name).value).toBe('')
    expect(form).not.toMatch(/name="(pickup|payOnPickup)" checked/)
    const typed = { intent: 'save-shipping', 'to0-DE': 'on', price0: '5', whenEn: 'Mondays' }
    expect((await send(`${shelf}/shipping`, typed)).status).toBe(400)
    const lesson = {
      ...{ titleEn: 'Lesson', summaryEn: 'One hour.', descriptionEn: 'At our counter.' },
      ...{ deliveryTimeEn: 'by appointment', price: '40', vatRate: '19', kind: 'service' },
      ...{ delivery: 'none', newCategory: 'Lessons' },
    }
    const { location } = await send(`${shelf}/product`, lesson)
    const samplesLeft = await link(location)
    expect(samplesLeft?.text).toBe(to(words.en.shelf.removeSamples))
    expect(samplesLeft?.attributes.href).toBe(shelf)
    expect(await next(shelf)).toBeUndefined()
    await send(shelf, { intent: 'remove-samples' })
    for (const path of [shelf, location]) expect(await next(path)).toBe(to(parts.details))
    await send(location, { intent: 'remove' })
    const { seen = '' } = hiddenIn((await look(`${shelf}/shipping`)).text)
    const rate = { intent: 'save-shipping', 'to0-DE': 'on', price0: '5', free0: '', seen }
    expect((await send(`${shelf}/shipping`, rate)).location).toBe(`${shelf}/shipping#draft`)
    expect(await link(`${shelf}/shipping`)).toMatchObject({
      text: to(parts.details),
      attributes: { href: details },
    })
    await save(details, company)
    expect(await next(`${shelf}/shipping`)).toBe(to(parts.bank))
    const german = words.de.guide.next.replace('{{part}}', words.de.company.parts.bank)
    const links = elements((await look(`/de${shelf}/shipping`)).text, 'a')
    expect(links.map(({ text }) => text)).toContain(german)
    await save(bank, account)
    // One language is enough, whichever it is.
    await send(samples('de'), hiddenIn((await look(samples('de'))).text))
    expect(await next(`${shelf}/shipping`)).toBe(to(parts.products))
    expect(textOf((await look(room)).text)).toContain(
      opening.untranslated_other.replace('{{count}}', '6'),
    )
    const nothing = await send(room, { intent: 'open' })
    expect([nothing.status, textOf(nothing.text)]).toEqual([
      409,
      expect.stringContaining(opening.empty),
    ])
    const again = (await send(`${shelf}/product`, lesson)).location
    expect(await next(again)).toBe(to(opening.press))
    for (const language of languages) {
      const home = await server.ask(localizedPath('/', language))
      expect(textOf(home.text)).toContain(words[language].shop.closedText)
    }
    await send(room, { intent: 'open' })
    expect(textOf((await server.ask('/')).text)).not.toContain(words.en.shop.closedText)
    expect(await next(again)).toBeUndefined()
    // The shop is one of the desk's first steps: the next one follows.
    expect(await link(room)).toMatchObject({
      text: to(words.en.guide.parts.chat),
      attributes: { href: '/chat', class: 'button' },
    })
  })
})

describe('A company outside Germany', () => {
  let server: TestServer
  let owner: Owner
  let they: ReturnType<typeof at>
  const { opening } = words.en.company
  const viennese = { ...company, country: 'AT', postcode: '1070', city: 'Wien', vatId: '' }
  beforeAll(async () => {
    server = await openTestServer({ environment: { LEGAL: '' } })
    owner = await server.signUp()
    they = at(server, owner)
    await they.save(bank, account)
    for (const language of languages) {
      await they.send(samples(language), hiddenIn((await they.look(samples(language))).text))
    }
  })
  afterAll(() => server.close())

  test('opens no shop, and reads why where one opens', async () => {
    const { look, send, save } = they
    expect(textOf((await look(details)).text)).toContain('UStG')
    expect((await save(details, viennese)).location).toBe(saved)
    for (const language of languages) {
      const say = words[language].company
      const { text } = await look(localizedPath(room, language))
      const page = textOf(text)
      expect(page).toContain(say.opening.abroadText)
      expect(page).toContain(say.germanyAlone)
      expect(text).not.toContain('value="open"')
      const form = textOf((await look(localizedPath(details, language))).text)
      expect(form).toContain(say.countryHint)
      expect(form).not.toContain('UStG')
      const guide = textOf((await look(localizedPath('/dashboard', language))).text)
      expect(guide).not.toContain(words[language].overview.guide.steps.shop)
    }
    const pressed = await send(room, { intent: 'open' })
    expect([pressed.status, textOf(pressed.text)]).toEqual([
      409,
      expect.stringContaining(errors.abroad),
    ])
    expect((await they.everybody('/shop')).status).toBe(503)
    // The chat goes on in every country, and so does the imprint.
    for (const path of ['/chat', '/imprint']) {
      expect((await they.everybody(path)).status, path).toBe(200)
    }
  })

  test('keeps a shop that is open, and reads that its texts are German', async () => {
    const { look, send, save, everybody } = they
    await save(details, company)
    const guide = textOf((await look('/dashboard')).text)
    expect(guide).toContain(words.en.overview.guide.germanyAlone)
    await sellOwn(server)
    expect((await send(room, { intent: 'open-without-samples' })).location).toBe(room)
    const checkout = async () => {
      const cookie = await fillCart(server, { 'house-coffee': 1 })
      return textOf((await server.ask('/shop/checkout', { cookie })).text)
    }
    expect(await checkout()).toContain(words.en.checkout.packstation)
    await save(details, viennese)
    expect((await everybody('/shop')).status).toBe(200)
    const page = textOf((await look(room)).text)
    expect(page).toContain(opening.open)
    expect(page).toContain(opening.openAbroad)
    expect(await checkout()).not.toContain(words.en.checkout.packstation)
    for (const intent of ['pause', 'reopen']) await send(room, { intent })
    expect((await everybody('/shop')).status).toBe(200)
  })
})

describe('A shop that takes the samples', () => {
  let server: TestServer
  let owner: Owner
  let they: ReturnType<typeof at>
  beforeAll(async () => {
    server = await openTestServer({ environment: { LEGAL: '' } })
    owner = await server.signUp()
    they = at(server, owner)
    await they.save(details, company)
    await they.save(bank, account)
    await they.save(text('delivery'), { text: '# Delivery\n\nBy bicycle' })
  })
  afterAll(() => server.close())

  test('reads those that a language lacks with its details in them, and has them by one press', async () => {
    const { look, send, everybody } = they
    const { text: page } = await look(samples())
    expect(textOf(page)).toContain('Order with obligation to pay')
    expect(textOf(page)).toContain('Lindenallee 7')
    // Each folds below its heading.
    const folded = elements(page, 'summary').map((each) => each.text)
    for (const name of legalTextNames) {
      expect(folded.includes(words.en.company.parts[name]), name).toBe(name !== 'delivery')
    }
    const shown = hiddenIn(page)
    expect((await send(samples(), shown)).location).toBe(saved)
    // As often as it is pressed.
    expect((await send(samples(), shown)).location).toBe(saved)
    expect(textOf((await look(samples())).text)).toContain(words.en.company.samples.none)
    expect((await everybody('/terms')).text).toContain('<p>By bicycle</p>')
    const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
    const texts = entries.filter(({ event }) => event === 'legal').map(({ about }) => about)
    expect(texts.sort()).toEqual([...legalTextNames].sort())
    const { details: written } = await server.services.legal.written()
    expect(Object.keys(written.texts)).toEqual(['en'])
  })

  test('changes one of them before, and comes back to the others', async () => {
    const { look, save } = they
    const { text: page } = await look(samples('de'))
    const change = linksIn(page).filter((link) => link.includes('&in=de&samples'))
    expect(change).toHaveLength(legalTextNames.length)
    const [first = '', ...others] = change
    const { text: editor } = await look(first)
    expect(linksIn(editor)).toContain(samples('de'))
    const sampleIn = async (path: string) => ({
      text: field((await look(path)).text, 'text').value,
    })
    expect((await save(first, await sampleIn(first))).location).toBe(samples('de'))
    expect((await save(first, { text: '' })).location).toBe(samples('de'))
    for (const link of others) await save(link, await sampleIn(link))
    expect((await save(first, await sampleIn(first))).location).toBe(saved)
    for (const link of change) await save(link, { text: '' })
  })

  test('takes none that its owner has not seen, and overwrites nothing', async () => {
    const { look, save, send } = they
    const shown = hiddenIn((await look(samples('de'))).text)
    const own = { text: '# Versand\n\nMit dem Rad' }
    expect((await save(text('delivery', 'de'), own)).status).toBe(303)
    const late = await send(samples('de'), shown)
    expect([late.status, textOf(late.text)]).toEqual([
      409,
      expect.stringContaining(words.en.errors.errors.changed),
    ])
    expect((await send(samples('de'), hiddenIn(late.text))).location).toBe(saved)
    expect(textOf((await they.everybody('/de/terms')).text)).toContain('Mit dem Rad')
  })
})

describe('A shop with a file', () => {
  let server: TestServer
  let they: ReturnType<typeof at>
  beforeAll(async () => {
    server = await openTestServer()
    they = at(server, await server.signUp())
  })
  afterAll(() => server.close())

  test('goes by it until something is changed in the browser, which takes over all of it', async () => {
    const { look, save, everybody } = they
    const told = words.en.company.fromFile
    expect(textOf((await look(room)).text)).toContain(told)
    expect(field((await look(details)).text, 'name').value).toBe(legal.company.name)
    expect((await everybody('/imprint')).status).toBe(200)
    await save(details, { ...company, street: 'Lindenallee 9' })
    expect(textOf((await everybody('/imprint')).text)).toContain('Lindenallee 9')
    expect(textOf((await everybody('/privacy')).text)).toContain('§ 25 TDDDG')
    expect(textOf((await look(room)).text)).not.toContain(told)
  })
})
