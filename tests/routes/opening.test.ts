import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOnShelf } from '../../app/domain/shop/shelf'
import { samplesIn } from '../../app/domain/site/opening'
import { languages } from '../../app/domain/text/languages'
import { localizedPath } from '../../app/i18n/addresses'
import { elements, field, textOf } from '../support/html'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { cookieNamed, fillCart, hiddenIn, openCheckout, order } from '../support/till'

const room = '/dashboard/company'
const day = 24 * 3_600_000

describe('A shop that pauses', () => {
  let server: TestServer
  let owner: Owner
  let stranger: Owner
  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.signUp()
    stranger = await server.signUp()
  })
  afterAll(() => server.close())

  const send = (form: Record<string, string>, { cookie } = owner) =>
    server.ask(room, { cookie, form })
  const inDays = (days: number) =>
    new Date(server.clock.now.getTime() + days * day).toISOString().slice(0, 10)

  test('refuses a day that is none, past or far away, beside its field, and keeps it', async () => {
    for (const closedUntil of ['soon', inDays(0), inDays(-3), inDays(500), 'x'.repeat(5_000)]) {
      const refused = await send({ intent: 'pause', closedUntil })
      expect(refused.status, closedUntil).toBe(400)
      expect(field(refused.text, 'closedUntil').described).toContain(words.en.company.errors.until)
      expect(field(refused.text, 'closedUntil').value).toBe(closedUntil)
    }
    expect((await send({ intent: 'pause' }, stranger)).status).toBe(404)
    for (const path of ['/', '/shop']) {
      expect(textOf((await server.ask(path)).text)).not.toContain(words.en.shop.pausedText)
    }
  })

  test('shows its shelf, says until when nothing can be ordered, and keeps the cart', async () => {
    const cart = await fillCart(server, { 'house-coffee': 1 })
    const shown = await openCheckout(server, cart)
    expect((await send({ intent: 'pause', closedUntil: inDays(3) })).status).toBe(303)
    for (const language of languages) {
      for (const path of ['/', '/shop']) {
        const page = await server.ask(localizedPath(path, language))
        expect(page.status).toBe(200)
        expect(textOf(page.text)).toContain(words[language].shop.pausedText)
      }
    }
    const { text: item } = await server.ask('/shop?item=house-coffee')
    expect(item).toContain('"availability":"https://schema.org/OutOfStock"')
    const refused = await order(server, cart, shown)
    expect(refused.status).toBe(409)
    expect(textOf(refused.text)).toContain('Ihr Warenkorb bleibt')
    expect(field(refused.text, 'email').value).not.toBe('')
    // Nobody is asked to correct what cannot be ordered.
    const wrong = await order(server, cart, { ...shown, seen: '' }, { email: 'x' })
    expect(wrong.status).toBe(409)
    expect(field(wrong.text, 'email')).toMatchObject({ value: 'x', invalid: false })
    expect((await server.services.orders.list('all', 9)).orders).toEqual([])
    server.clock.forward(3 * day)
    expect((await order(server, cart, hiddenIn(refused.text))).status).toBe(303)
  })

  test('sells nothing from its shelf, and lets a cart be emptied', async () => {
    owner = { ...owner, cookie: await signInAgain() }
    const cookie = await fillCart(server, { 'house-coffee': 2 })
    await send({ intent: 'pause', closedUntil: inDays(3) })
    const reopening = 'Bestellen können Sie wieder ab'
    for (const path of ['/de/shop', '/de/shop?item=stoneware-cup', '/de/shop/checkout']) {
      const { status, text } = await server.ask(path, { cookie })
      expect(status, path).toBe(200)
      expect(textOf(text).split(reopening).length, path).toBeGreaterThan(2)
      expect(text, path).not.toMatch(/value="(add|order)"|href="[^"]*checkout"/)
    }
    const ask = (form: Record<string, string>) => server.ask('/de/shop', { cookie, form })
    const added = await ask({ intent: 'add', product: 'stoneware-cup' })
    expect(added.status).toBe(409)
    expect(cookieNamed(added, 'cart')).toBeUndefined()
    expect(textOf(added.text)).toContain(reopening)
    const fewer = await ask({ intent: 'change', 'q-house-coffee': '1' })
    expect(fewer.status).toBe(303)
    expect((await ask({ intent: 'remove house-coffee' })).status).toBe(303)
    await send({ intent: 'reopen' })
    expect((await ask({ intent: 'add', product: 'stoneware-cup' })).status).toBe(303)
  })

  test('opens again by a press', async () => {
    expect((await send({ intent: 'pause', closedUntil: '' })).status).toBe(303)
    expect(textOf((await server.ask('/shop')).text)).toContain(words.en.shop.paused)
    expect((await send({ intent: 'reopen' })).status).toBe(303)
    expect(textOf((await server.ask('/shop')).text)).not.toContain(words.en.shop.paused)
    await send({ intent: 'reopen' })
    const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
    const events = ['reopened', 'paused', 'reopened', 'paused', 'paused']
    expect(entries.map(({ event }) => event)).toEqual(events)
  })

  async function signInAgain() {
    const { setCookies } = await server.ask('/login', {
      form: { email: owner.email, password: 'kettle-on-the-stove' },
    })
    return setCookies.find((each) => each.startsWith('sid='))?.split(';', 1)[0] ?? ''
  }
})

describe('The samples of a new shop', () => {
  let server: TestServer
  let owner: Owner
  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.signUp()
  })
  afterAll(() => server.close())

  const marks = async (path: string) => {
    const { text } = await server.ask(path, owner)
    return text.split(`>${words.en.shop.sample}<`).length - 1
  }

  test('are marked on shelf and shop, and go with one press, twice or once', async () => {
    const shelf = '/dashboard/shelf'
    expect(await marks('/shop')).toBeGreaterThan(3)
    expect(await marks('/shop?item=house-coffee')).toBe(1)
    expect(await marks(shelf)).toBe(await marks('/shop'))
    const form = { intent: 'remove-samples' }
    for (const _ of ['once', 'twice']) {
      expect((await server.ask(shelf, { ...owner, form })).location).toBe(shelf)
    }
    expect([await marks('/shop'), await marks(shelf)]).toEqual([0, 0])
    expect((await server.ask('/shop?item=house-coffee')).status).toBe(404)
    const stranger = await server.signUp()
    expect((await server.ask(shelf, { ...stranger, form })).status).toBe(404)
  })

  test('come back as they were when their removal is undone, once', async () => {
    const another = await openTestServer()
    const owner = await another.signUp()
    const shelf = '/dashboard/shelf'
    const { catalogue, clock } = { catalogue: another.services.catalogue, clock: another.clock }
    const before = await catalogue.read(clock.now)
    const removed = await another.ask(shelf, { ...owner, form: { intent: 'remove-samples' } })
    const flash = removed.setCookies.map((each) => each.split(';', 1)[0]).join('; ')
    const { text } = await another.ask(shelf, { cookie: `${owner.cookie}; ${flash}` })
    const shown = elements(text, 'input').find(({ attributes }) => attributes.name === 'undo')
    const undo = shown?.attributes.value ?? ''
    for (const wrong of ['', 'samples house-coffee', `${undo}-2`]) {
      const form = { intent: 'undo', undo: wrong }
      expect((await another.ask(shelf, { ...owner, form })).status).toBe(400)
    }
    for (const _ of ['once', 'twice']) {
      const form = { intent: 'undo', undo }
      expect((await another.ask(shelf, { ...owner, form })).location).toBe(shelf)
    }
    const after = await catalogue.read(clock.now)
    expect(after.products.filter(isOnShelf)).toEqual(before.products.filter(isOnShelf))
    expect([after.shipping, after.pickup]).toEqual([before.shipping, before.pickup])
    expect(samplesIn(after, catalogue.sample).size).toBe(after.products.filter(isOnShelf).length)
    await another.close()
  })

  test('leave shipping and pick-up that their owner has saved as they were', async () => {
    const another = await openTestServer()
    const { cookie } = await another.signUp()
    const { catalogue, site } = another.services
    // One commit has it all: nothing is lost where a crash follows.
    site.change = () => Promise.reject(new Error('The power is cut'))
    const { shipping, pickup } = await catalogue.read(another.clock.now)
    const rates = shipping.flatMap(({ countries, price, freeFrom = 0 }, index) => [
      [`price${index}`, String(price / 100)],
      [`free${index}`, String(freeFrom / 100)],
      ...countries.map((country) => [`to${index}-${country}`, 'on']),
    ])
    const form = {
      ...{ intent: 'save-shipping', pickup: 'on', payOnPickup: 'on' },
      ...{ whenEn: pickup?.en ?? '', whenDe: pickup?.de ?? '' },
      ...Object.fromEntries(rates),
    }
    expect((await another.ask('/dashboard/shelf/shipping', { cookie, form })).status).toBe(303)
    await another.ask('/dashboard/shelf', { cookie, form: { intent: 'remove-samples' } })
    const left = await catalogue.read(another.clock.now)
    expect([left.shipping, left.pickup]).toEqual([shipping, pickup])
    await another.close()
  })

  test('leave no category, so that the first product names one', async () => {
    const address = '/dashboard/shelf/product'
    const lesson = {
      intent: 'save',
      titleEn: 'Lesson',
      summaryEn: 'One hour.',
      descriptionEn: 'At our counter.',
      deliveryTimeEn: 'by appointment',
      price: '40',
      vatRate: '19',
      kind: 'service',
      delivery: 'none',
    }
    const save = (more: Record<string, string>) =>
      server.ask(address, { ...owner, form: { ...lesson, ...more } })
    const names = async () => {
      const { text } = await server.ask(address, owner)
      return ['category', 'newCategory'].filter((name) => text.includes(`name="${name}"`))
    }
    expect(await names()).toEqual(['newCategory'])
    // It has a name already, for who sells one kind of thing.
    const usual = words.en.shelf.heading
    expect(field((await server.ask(address, owner)).text, 'newCategory').value).toBe(usual)
    const refused = await save({ newCategory: ' ' })
    expect(refused.status).toBe(400)
    expect(field(refused.text, 'newCategory')).toMatchObject({ invalid: true })
    expect(textOf(refused.text)).toContain(words.en.shelf.errors.category)
    for (const _ of ['once', 'twice']) {
      const saved = await save({ newCategory: 'Lessons' })
      expect(saved.location).toBe('/dashboard/shelf/product?product=lesson')
    }
    const { categories, products } = await server.services.catalogue.read(server.clock.now)
    expect(products.find(({ id }) => id === 'lesson')?.category).toBe('lessons')
    expect(products.filter(({ category }) => category === 'lessons')).toHaveLength(1)
    expect(categories.lessons).toEqual({ en: 'Lessons', de: 'Lessons' })
    // Those of plans are the operator's.
    expect(await names()).toEqual(['category', 'newCategory'])
    expect((await server.ask(address, owner)).text).toContain(
      '<option value="lessons" selected="">',
    )
    await save({ titleEn: 'Course', category: 'lessons', newCategory: 'Courses' })
    const { products: all } = await server.services.catalogue.read(server.clock.now)
    expect(all.find(({ id }) => id === 'course')?.category).toBe('courses')
    await save({ titleEn: 'Bread', newCategory: usual })
    expect((await server.services.catalogue.read(server.clock.now)).categories.products).toEqual({
      en: 'Products',
      de: 'Produkte',
    })
    const { text } = await server.ask(address, owner)
    expect(text).not.toContain(`>${categories.desks?.en}<`)
  })
})
