import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Catalogue, findProduct } from '../../app/domain/shop/catalogue'
import { withoutProduct } from '../../app/domain/shop/shelf-changes'
import { languages } from '../../app/domain/text/languages'
import { fieldIn } from '../../app/domain/text/localized-fields'
import { localizedPath } from '../../app/i18n/addresses'
import { elements, field, fieldsListed, newTabsIn, textOf } from '../support/html'
import { type Owner, openTestServer, type TestServer, words } from '../support/test-server'
import { fillCart, hiddenIn, openCheckout, order } from '../support/till'

describe('The shop’s owner at the shelf', () => {
  let server: TestServer
  let owner: Owner
  let stranger: Owner
  beforeAll(async () => {
    server = await openTestServer()
    owner = await server.signUp()
    stranger = await server.signUp()
  })
  afterAll(() => server.close())

  const look = (path: string, { cookie }: Partial<Owner> = owner) => server.ask(path, { cookie })
  const send = (path: string, form: Record<string, string>, { cookie } = owner) =>
    server.ask(path, { cookie, form })
  const read = () => server.services.catalogue.read(server.clock.now)
  const readWritten = () => server.services.catalogue.readWritten(server.clock.now)
  const find = async (id: string) => findProduct(await read(), id)
  const at = (id: string) => `/dashboard/shelf/product?product=${id}`

  const tea = {
    intent: 'save',
    titleEn: 'Green tea',
    titleDe: 'Grüner Tee',
    summaryDe: 'Mild und frisch.',
    descriptionEn: 'From Japan.',
    deliveryTimeEn: '2–3 working days',
    price: '7,90',
    vatRate: '7',
    unitAmount: '79.00',
    unit: 'kg',
    stock: '5',
    category: 'goods',
    kind: 'good',
    delivery: 'shipping',
  }

  /** What the form of a product has, as it is shown. */
  async function shownForm(id: string): Promise<Record<string, string>> {
    const { text } = await look(at(id))
    const { seen = '' } = hiddenIn(text)
    const [, stockShown] = /name="stockShown" value="(\d+)"/.exec(text) ?? []
    const product = findProduct(await server.services.catalogue.readWritten(server.clock.now), id)
    if (!product) throw new Error(`There is no ${id}`)
    const { title, summary, description, deliveryTime } = product
    const texts = Object.entries({ title, summary, description, deliveryTime }).flatMap(
      ([name, inEach]) => languages.map((language) => [fieldIn(name, language), inEach[language]]),
    )
    return {
      intent: 'save',
      ...Object.fromEntries(texts),
      price: String(product.price / 100),
      vatRate: String(product.vatRate),
      stock: stockShown ?? '',
      ...(stockShown !== undefined && { stockShown }),
      category: product.category,
      kind: product.kind,
      delivery: product.delivery,
      seen,
    }
  }

  async function deliverySeen(): Promise<string> {
    return hiddenIn((await look('/dashboard/shelf/shipping')).text).seen ?? ''
  }

  const rates = (name = '') => words.en.shelf.errors.rates.replace('{{name}}', name)

  test('alone finds the room and its link', async () => {
    for (const path of [
      '/dashboard/shelf',
      at('house-coffee'),
      '/shop?item=house-coffee&preview',
    ]) {
      expect((await look(path, stranger)).status, path).toBe(404)
      expect((await look(path, {})).location, path).toContain('/login')
      for (const language of languages) {
        expect((await look(localizedPath(path, language))).status, path).toBe(200)
      }
    }
    expect((await send('/dashboard/shelf/product', tea, stranger)).status).toBe(404)
    expect((await look('/dashboard')).text).toContain('href="/dashboard/shelf"')
    expect((await look('/dashboard', stranger)).text).not.toContain('/dashboard/shelf')
    expect((await look(at('nothing'))).status).toBe(404)
    expect((await look(at('desk-plus'))).status).toBe(404)
  })

  test('adds a product once, which is for sale at once, in every language', async () => {
    expect(textOf((await look('/dashboard/shelf/product')).text)).not.toContain(words.en.shop.free)
    expect((await look('/shop', {})).text).not.toContain('green-tea')
    const broken = { ...tea, summaryDe: tea.summaryDe.replace(' und', '\r\nund') }
    const both = await Promise.all([1, 2].map(() => send('/dashboard/shelf/product', broken)))
    for (const { status, location } of both) {
      expect([status, location]).toEqual([303, at('green-tea')])
    }
    expect(await find('green-tea')).toMatchObject({
      title: { en: 'Green tea', de: 'Grüner Tee' },
      summary: { en: 'Mild und frisch.', de: 'Mild und frisch.' },
      price: 790,
      vatRate: 7,
      unitPrice: { amount: 7_900, unit: 'kg' },
      stock: 5,
      delivery: 'shipping',
      hidden: false,
    })
    expect((await read()).products.filter(({ id }) => id.startsWith('green-tea'))).toHaveLength(1)
    const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
    expect(entries).toMatchObject([{ event: 'added', about: 'Green tea', priceAfter: 790 }])
    // Both pages were kept, without it.
    expect((await look('/shop', {})).text).toContain('item=green-tea')
    expect((await look('/de/shop', {})).text).toContain('Grüner Tee')
    expect((await look('/en-sitemap.xml', {})).text).toContain('item=green-tea')
  })

  test('names the language of a text that another lacks', async () => {
    const english = (await look('/shop?item=green-tea', {})).text
    expect(english).toContain('<p class="lead" lang="de">Mild und frisch.')
    expect(english).toContain('<p class="description">From Japan.')
    expect((await look('/shop', {})).text).toContain('<p lang="de">Mild und frisch.')
    const german = (await look('/de/shop?item=green-tea', {})).text
    expect(german).toContain('<p class="lead">Mild und frisch.')
    expect(german).toContain('<p class="description" lang="en">From Japan.')
    expect(german).toContain('<h1>Grüner Tee')
  })

  test('takes the opening hours as times to pick up, and saves nothing by it', async () => {
    const path = '/dashboard/shelf/shipping'
    const button = `>${words.en.shelf.pickupHours}<`
    expect((await look(path)).text).not.toContain(button)
    const slots = [{ from: 540, to: 1_020 }]
    const week = [slots, slots, slots, slots, slots, [], []]
    await server.services.desks.saveHours(owner.desk.id, { timeZone: 'Europe/Berlin', week })
    expect((await look(path)).text).toContain(button)
    const before = await server.services.catalogue.read(server.clock.now)
    const form = { price0: '5,50', 'to0-DE': 'on', whenEn: 'never' }
    const { status, text } = await send(path, { ...form, intent: 'opening-hours' })
    expect(status).toBe(200)
    expect(field(text, 'whenEn').value).toBe('Mon–Fri 9:00–17:00, from the next working day')
    expect(field(text, 'whenDe').value).toBe('Mo–Fr 9:00–17:00\u00a0Uhr, ab dem nächsten Werktag')
    expect(field(text, 'price0').value).toBe('5,50')
    expect(text).toMatch(/name="pickup" checked/)
    expect(text).toContain(words.en.shelf.pickupFilled)
    expect((await look(path)).text).not.toContain(words.en.shelf.pickupFilled)
    expect(await server.services.catalogue.read(server.clock.now)).toEqual(before)
  })

  test('has the usual delivery time in every language, and chooses the category', async () => {
    const form = { ...tea, titleEn: 'Mint tea', titleDe: '', category: '' }
    const refused = await send('/dashboard/shelf/product', form)
    expect([refused.status, fieldsListed(refused.text)]).toEqual([400, ['category']])
    const shown = (await look('/dashboard/shelf/product')).text
    expect(shown).toContain(`<option value="" selected="">${words.en.shelf.categoryChoose}`)
    expect(shown).toMatch(
      /<select [^>]*name="category"[^>]* required=""|<select [^>]*required=""[^>]* name="category"/,
    )
    expect(textOf(shown)).toContain(words.en.shelf.categoryNeeded)
    await send('/dashboard/shelf/product', { ...form, category: 'goods' })
    expect(await find('mint-tea')).toMatchObject({
      deliveryTime: {
        en: words.en.shelf.deliveryTimeUsual,
        de: words.de.shelf.deliveryTimeUsual,
      },
    })
    const own = { ...form, titleEn: 'Sage tea', category: 'goods', deliveryTimeEn: 'a week' }
    await send('/dashboard/shelf/product', own)
    const written = await server.services.catalogue.readWritten(server.clock.now)
    expect(findProduct(written, 'sage-tea')?.deliveryTime.de).toBe('')
    await server.services.catalogue.change(
      (current) => ({ catalogue: withoutProduct(withoutProduct(current, 'mint-tea'), 'sage-tea') }),
      server.clock.now,
    )
  })

  test('is told beside the field what is wrong, and keeps what was typed', async () => {
    const typed = { ...tea, titleEn: '', titleDe: '', price: 'much', stock: '-1' }
    const { status, text } = await send('/dashboard/shelf/product', typed)
    expect(status).toBe(400)
    for (const sentence of [
      words.en.shelf.errors.missing.title,
      words.en.shelf.errors.price,
      words.en.shelf.errors.stock,
    ]) {
      expect(textOf(text)).toContain(sentence)
    }
    expect(text).toContain('value="much"')
    expect(fieldsListed(text)).toEqual(['titleEn', 'price', 'stock'])
    expect(field(text, 'titleEn').focused).toBe(true)
    expect(text).toContain('Mild und frisch.')
    for (const change of [
      { category: 'nowhere' },
      { unitAmount: '' },
      { titleEn: 'x'.repeat(121) },
    ]) {
      expect((await send('/dashboard/shelf/product', { ...tea, ...change })).status).toBe(400)
    }
  })

  test('writes first in the language of the page, which also asks for what no language has', async () => {
    for (const [language, first, second] of [
      ['en', 'titleEn', 'titleDe'],
      ['de', 'titleDe', 'titleEn'],
    ] as const) {
      const path = localizedPath('/dashboard/shelf/product', language)
      const { text } = await send(path, { ...tea, titleEn: '', titleDe: '' })
      expect(fieldsListed(text)).toEqual([first])
      expect(text.indexOf(`id="${first}"`)).toBeLessThan(text.indexOf(`id="${second}"`))
    }
  })

  test('reads errors in the order of the fields', async () => {
    const wrong = {
      price: 'x',
      stock: 'x',
      unitAmount: 'x',
      unit: 'kg',
      delivery: 'pickup',
      kind: 'good',
      category: 'goods',
    }
    const { text } = await send('/dashboard/shelf/product', { intent: 'save', ...wrong })
    const listed = fieldsListed(text)
    expect(listed).toHaveLength(6)
    expect(
      listed.toSorted((a, b) => text.indexOf(` id="${a}"`) - text.indexOf(` id="${b}"`)),
    ).toEqual(listed)
  })

  test('finds what is rare folded, and open where it has a value or an error', async () => {
    const folded = (html: string) =>
      [...html.matchAll(/<details( open="")?><summary>([^<]+)/g)].flatMap(([, open, summary]) =>
        open ? [] : summary,
      )
    const { byMeasure, otherwise, remove, categoryAnother: another } = words.en.shelf
    const german = words.en.shelf.alsoIn.replace('{{language}}', 'German')
    expect(folded((await look('/dashboard/shelf/product')).text)).toEqual([
      german,
      byMeasure,
      otherwise,
      another,
    ])
    expect(folded((await look(at('house-coffee'))).text)).toEqual([otherwise, another, remove])
    expect(folded((await look(at('set-up-hour'))).text)).toEqual([byMeasure, another, remove])
    const inEnglish = { ...tea, titleDe: '', summaryDe: '', summaryEn: 'Mild and fresh.' }
    for (const [typed, left] of [
      [{ ...tea, unitAmount: '', unit: 'kg' }, [otherwise, another]],
      [{ ...inEnglish, unitAmount: 'much', unit: '' }, [german, otherwise, another]],
      [{ ...inEnglish, deliveryTimeDe: 'x'.repeat(121) }, [otherwise, another]],
      [
        { ...inEnglish, unitAmount: '', unit: '', price: '', digital: 'on' },
        [german, byMeasure, another],
      ],
      [{ ...inEnglish, unitAmount: '', unit: '', delivery: '' }, [german, byMeasure, another]],
    ] as const) {
      const refused = await send('/dashboard/shelf/product', typed)
      expect([refused.status, folded(refused.text)]).toEqual([400, left])
    }
  })

  test('changes a price, which is told by name to who has it in the cart', async () => {
    const cart = await fillCart(server, { 'house-coffee': 2 })
    const checkout = await openCheckout(server, cart)
    expect(
      (await send(at('house-coffee'), { ...(await shownForm('house-coffee')), price: '9.49' }))
        .status,
    ).toBe(303)
    const { entries } = await server.services.auditLog.list(owner.desk.id, 1)
    expect(entries).toMatchObject([{ event: 'price', priceBefore: 790, priceAfter: 949 }])
    const log = textOf((await look('/dashboard/settings/log')).text)
    expect(log).toMatch(/changed a price: .+, from €7\.90 to €9\.49/)
    const { title } = (await find('house-coffee')) ?? { title: { en: '', de: '' } }
    const shop = await server.ask('/shop', { cookie: cart })
    expect(textOf(shop.text)).toContain(title.en)
    expect(shop.text).toContain('€9.49')
    const refused = await order(server, cart, checkout)
    expect(refused.status).toBe(409)
    expect(textOf(refused.text)).toMatch(new RegExp(`${title.de}[^.]*9,49\\s€`))
  })

  test('A product’s form that was refused keeps the stock and the product that it has shown', async () => {
    const path = at('counter-bell')
    const shownBy = (html: string) =>
      Object.fromEntries(
        elements(html, 'input').flatMap(({ attributes: { name = '', value = '' } }) =>
          /^(seen|stockShown)$/.test(name) ? [[name, value]] : [],
        ),
      )
    const { seen = '', stockShown = '', ...form } = await shownForm('counter-bell')
    const cart = await fillCart(server, { 'counter-bell': 1 })
    expect((await order(server, cart, await openCheckout(server, cart))).status).toBe(303)
    const refused = await send(path, { ...form, seen, stockShown, price: 'much' })
    expect([refused.status, shownBy(refused.text)]).toEqual([400, { seen, stockShown }])
    await send(path, { ...form, ...shownBy(refused.text) })
    const left = await shownForm('counter-bell')
    expect(left.stock).toBe(String(Number(stockShown) - 1))
    await send(path, { ...left, titleEn: 'Bell' })
    const again = await send(path, { ...left, price: 'much' })
    const late = await send(path, { ...left, ...shownBy(again.text), titleEn: 'Gong' })
    expect([late.status, (await find('counter-bell'))?.title.en]).toEqual([409, 'Bell'])
    await send(path, { ...left, ...shownBy(late.text) })
    expect((await shownForm('counter-bell')).stock).toBe(left.stock)
  })

  test('fills up what is left, and what was sold meanwhile stays sold', async () => {
    const form = await shownForm('counter-bell')
    const cart = await fillCart(server, { 'counter-bell': 2 })
    expect((await order(server, cart, await openCheckout(server, cart))).status).toBe(303)
    const left = Number(form.stock)
    expect((await send(at('counter-bell'), { ...form, stock: String(left + 10) })).status).toBe(303)
    expect((await shownForm('counter-bell')).stock).toBe(String(left + 8))
    const endless = await shownForm('counter-bell')
    await send(at('counter-bell'), { ...endless, stock: '' })
    expect((await find('counter-bell'))?.stock).toBeUndefined()
    await send(at('counter-bell'), { ...(await shownForm('counter-bell')), stock: '3' })
    expect((await shownForm('counter-bell')).stock).toBe('3')
  })

  test('sees no price on the card while the field has none', async () => {
    const form = await shownForm('counter-bell')
    for (const price of ['', 'much']) {
      const { status, text } = await send(at('counter-bell'), { ...form, price })
      expect([status, textOf(text).includes(words.en.shop.free)], price).toEqual([400, false])
    }
  })

  test('of two who change a product at once, the second is told', async () => {
    const form = await shownForm('stoneware-cup')
    const first = { ...form, price: '21' }
    expect((await send(at('stoneware-cup'), first)).status).toBe(303)
    // A second click sends the same once more.
    expect((await send(at('stoneware-cup'), first)).status).toBe(303)
    const refused = await send(at('stoneware-cup'), { ...form, price: '22' })
    expect(refused.status).toBe(409)
    expect(textOf(refused.text)).toContain(words.en.errors.errors.changed)
    expect((await find('stoneware-cup'))?.price).toBe(2_100)
    // What the first saved is read beside what the second typed, who may still decide for that.
    expect(newTabsIn(refused.text)).toContain(at('stoneware-cup'))
    const { seen = '' } = hiddenIn(refused.text)
    const decided = { ...form, price: '22', seen }
    expect((await send(at('stoneware-cup'), decided)).status).toBe(303)
    expect((await find('stoneware-cup'))?.price).toBe(2_200)
  })

  test('hides a product, which only a preview shows, and removes it', async () => {
    const cart = await fillCart(server, { 'open-sign': 1 })
    await send(at('open-sign'), { ...(await shownForm('open-sign')), hidden: 'on' })
    expect((await look('/shop?item=open-sign', {})).status).toBe(404)
    expect((await look('/shop', {})).text).not.toContain('item=open-sign')
    const preview = await look('/shop?item=open-sign&preview')
    expect(textOf(preview.text)).toContain(words.en.shop.hidden)
    const title = (await find('open-sign'))?.title.en ?? ''
    const gone = words.en.shop.gone.replace('{{title}}', title)
    expect(textOf((await server.ask('/shop', { cookie: cart })).text)).toContain(gone)
    expect((await send(at('open-sign'), { intent: 'remove' })).status).toBe(303)
    expect(await find('open-sign')).toBeUndefined()
    expect((await send(at('open-sign'), { intent: 'remove' })).status).toBe(303)
    const { entries } = await server.services.auditLog.list(owner.desk.id, 9)
    const dropped = entries.filter(({ event }) => event === 'dropped')
    expect(dropped.map(({ about }) => about)).toEqual([title])
  })

  test('needs no description, and begins with the usual delivery time', async () => {
    for (const language of languages) {
      const { text } = await look(localizedPath('/dashboard/shelf/product', language))
      const { deliveryTimeUsual, photoFirstAdd } = words[language].shelf
      const [first = '', second = ''] =
        language === 'en'
          ? ['deliveryTimeEn', 'deliveryTimeDe']
          : ['deliveryTimeDe', 'deliveryTimeEn']
      expect([field(text, first).value, field(text, second).value]).toEqual([deliveryTimeUsual, ''])
      expect(textOf(text)).toContain(photoFirstAdd)
      expect(textOf(text)).not.toContain(words[language].shelf.photoAgain)
    }
    const bare = { ...tea, titleEn: 'Bare tea', titleDe: '', descriptionEn: '' }
    const refused = await send('/dashboard/shelf/product', { ...bare, price: '' })
    expect(fieldsListed(refused.text)).toEqual(['price'])
    expect(textOf(refused.text)).toContain(words.en.shelf.photoAgain)
    expect((await send('/dashboard/shelf/product', bare)).location).toBe(at('bare-tea'))
    expect((await look('/shop?item=bare-tea', {})).text).not.toContain('class="description"')
    await send(at('bare-tea'), { intent: 'remove' })
  })

  test('puts the shelf in order, past what is not on it', async () => {
    const shelf = async () => (await read()).products.map(({ id }) => id)
    const before = await shelf()
    await send('/dashboard/shelf', { intent: 'down', product: 'counter-bell' })
    expect((await shelf()).slice(0, 2)).toEqual(['house-coffee', 'counter-bell'])
    await send('/dashboard/shelf', { intent: 'up', product: 'counter-bell' })
    await send('/dashboard/shelf', { intent: 'up', product: 'counter-bell' })
    await send('/dashboard/shelf', { intent: 'up', product: 'nothing' })
    expect(await shelf()).toEqual(before)
  })

  test('moves a product once by a form that is sent again', async () => {
    const shelf = async () => (await read()).products.map(({ id }) => id)
    const before = await shelf()
    const { text } = await look('/dashboard/shelf')
    const positions = elements(text, 'input').filter(
      ({ attributes }) => attributes.name === 'position',
    )
    expect(positions.map(({ attributes }) => attributes.value).slice(0, 2)).toEqual(['1', '2'])
    const form = { intent: 'down', product: 'counter-bell', position: '1' }
    for (const _ of ['first', 'again']) await send('/dashboard/shelf', form)
    expect((await shelf()).slice(0, 2)).toEqual(['house-coffee', 'counter-bell'])
    await send('/dashboard/shelf', { ...form, intent: 'up', position: '2' })
    expect(await shelf()).toEqual(before)
  })

  test('shows many products on pages, and follows one from page to page', async () => {
    const before = await readWritten()
    const [first] = before.products
    const products = Array.from({ length: 60 }, (_, index) => ({ ...first, id: `bell-${index}` }))
    const put = (catalogue: object) =>
      server.services.catalogue.change(
        () => ({ catalogue: { ...before, ...catalogue } }),
        server.clock.now,
      )
    await put({ products })
    const shown = async (path: string) =>
      elements((await look(path)).text, 'li').flatMap(({ attributes: { id } }) => id ?? [])
    expect(await shown('/dashboard/shelf')).toEqual(products.slice(0, 48).map(({ id }) => id))
    expect(await shown('/dashboard/shelf?page=2')).toEqual(products.slice(48).map(({ id }) => id))
    const move = async (intent: string, product: string) =>
      (await send('/dashboard/shelf', { intent, product })).location
    expect(await move('down', 'bell-47')).toBe('/dashboard/shelf?page=2#bell-47')
    expect(await move('up', 'bell-47')).toBe('/dashboard/shelf#bell-47')
    await put({})
    expect(await readWritten()).toEqual(before)
  })

  test('photos are saved with their product, and customers see the square and the whole', async () => {
    const picture = await sharp({
      create: { width: 2_000, height: 1_000, channels: 3, background: 'peru' },
    })
      .jpeg()
      .toBuffer()
    const upload = (bytes: Uint8Array, path: string, typed: Record<string, string>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(typed)) body.set(name, value)
      body.set('photo', new Blob([bytes as BlobPart]), 'cup.jpg')
      const headers = { origin: server.origin, cookie: owner.cookie }
      return fetch(server.origin + path, { method: 'POST', headers, body, redirect: 'manual' })
    }
    const coffee = await shownForm('house-coffee')
    const nameless = { ...coffee, titleEn: '', titleDe: '', price: '9.80' }
    const incomplete = await upload(picture, at('house-coffee'), nameless)
    const refusal = await incomplete.text()
    expect([incomplete.status, fieldsListed(refusal)]).toEqual([400, ['titleEn']])
    expect(field(refusal, 'price').value).toBe('9.80')
    expect(textOf(refusal)).toContain(words.en.shelf.photoAgain)
    for (const twice of [picture, picture]) {
      const form = { ...(await shownForm('house-coffee')), price: '9.80' }
      expect((await upload(twice, at('house-coffee'), form)).status).toBe(303)
    }
    expect(await find('house-coffee')).toMatchObject({ price: 980, images: [{}, {}] })
    const black = { ...tea, titleEn: 'Black tea', titleDe: '' }
    const add = (bytes: Uint8Array) => upload(bytes, '/dashboard/shelf/product', black)
    const noPicture = await (await add(Buffer.from('no picture'))).text()
    expect(noPicture).toContain(words.en.photo.errors.type)
    expect(fieldsListed(noPicture)).toEqual(['photo'])
    expect(noPicture).toContain(' id="photo"')
    expect(await find('black-tea')).toBeUndefined()
    for (const twice of [picture, picture]) {
      expect((await add(twice)).headers.get('location')).toBe(at('black-tea'))
    }
    const [first] = (await find('black-tea'))?.images ?? []
    expect(first).toMatchObject({ file: expect.any(String) })
    // What it shows is described, then Back and Save.
    await send(at('black-tea'), { intent: 'save-words', image: first?.file ?? '', altEn: 'Tea' })
    expect((await add(picture)).headers.get('location')).toBe(at('black-tea'))
    await send(at('black-tea'), { intent: 'remove' })
    const file = (await find('house-coffee'))?.images[1]?.file ?? ''
    const { text: editor } = await look(at('house-coffee'))
    const described = elements(editor, 'input').filter(
      ({ attributes }) => attributes.name === 'altDe',
    )
    expect(described).toHaveLength(2)
    await send(at('house-coffee'), { intent: 'save-words', image: file, altDe: 'Eine Tasse' })
    const alt = { en: 'Eine Tasse', de: 'Eine Tasse' }
    expect((await find('house-coffee'))?.images[1]?.alt).toEqual(alt)
    for (const [path, width, height] of [
      [file, 512, 512],
      [`${file}&as=whole`, 1_600, 800],
    ] as const) {
      const answer = await fetch(server.origin + path)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width, height })
    }
    const item = await look('/shop?item=house-coffee', {})
    expect(item.text).toContain(`href="${file.replace('&', '&amp;')}&amp;as=whole"`)
    const card = Object.fromEntries(
      elements(item.text, 'meta').map(({ attributes: { property, name, content } }) => [
        property ?? name,
        content,
      ]),
    )
    expect(card).toMatchObject({
      'og:image': `${server.origin}${file}&as=whole`,
      'og:image:alt': 'Eine Tasse',
      'twitter:card': 'summary_large_image',
    })
    // It had been open before, and what it says of the rest is still true.
    const form = await shownForm('house-coffee')
    await send(at('house-coffee'), { intent: 'first-photo', image: file })
    expect((await send(at('house-coffee'), form)).status).toBe(303)
    expect((await find('house-coffee'))?.images[0]?.file).toBe(file)
    const dearer = { ...(await shownForm('house-coffee')), price: '10.20' }
    const broken = await upload(Buffer.from('no picture'), at('house-coffee'), dearer)
    const unread = await broken.text()
    expect([broken.status, fieldsListed(unread)]).toEqual([400, ['photo']])
    expect(unread).toContain(words.en.photo.errors.type)
    expect(field(unread, 'price').value).toBe('10.20')
    const tooLong = 'x'.repeat(400)
    const long = { intent: 'save-words', image: file, altEn: tooLong }
    const refused = await send(at('house-coffee'), long)
    const inFields = elements(refused.text, 'input').filter(
      ({ attributes }) => attributes.value === tooLong,
    )
    // The other picture's words are as they were.
    expect([refused.status, inFields.length]).toEqual([400, 1])
    expect((await upload(picture, at('nothing'), coffee)).status).toBe(404)
    await send(at('house-coffee'), { intent: 'remove-photo', image: file })
    expect((await look(file, {})).status).toBe(404)
  })

  test('says what shipping costs, and where to', async () => {
    const path = '/dashboard/shelf/shipping'
    const form = { intent: 'save-shipping', price0: '5,90', 'to0-DE': 'on', free0: '60' }
    const more = { price1: '12', 'to1-AT': 'on', 'to1-FR': 'on' }
    expect((await send(path, { ...form, ...more })).status).toBe(409)
    const seen = await deliverySeen()
    expect((await send(path, { ...form, ...more, seen })).status).toBe(303)
    // The same once more, as by a second click.
    expect((await send(path, { ...form, ...more, seen })).status).toBe(303)
    expect((await read()).shipping).toEqual([
      { countries: ['DE'], price: 590, freeFrom: 6_000 },
      { countries: ['AT', 'FR'], price: 1_200 },
    ])
    expect(textOf((await look('/shop', {})).text)).toContain('€5.90')
    for (const [changes, error] of [
      [{ ...more, 'to1-DE': 'on' }, 'countryTwice'],
      [{ price0: 'much' }, 'price'],
      [{ free0: 'never' }, 'freeFrom'],
      [{ price1: '3' }, 'countries'],
    ] as const) {
      const refused = await send(path, { ...form, ...changes })
      expect(refused.status, error).toBe(400)
      expect(textOf(refused.text)).toContain(words.en.shelf.errors[error])
    }
    const late = await send(path, { ...form, ...more, price0: '6', seen })
    expect([late.status, textOf(late.text)]).toEqual([
      409,
      expect.stringContaining(words.en.errors.errors.changed),
    ])
    expect(field(late.text, 'price0').value).toBe('6')
    expect(hiddenIn(late.text).seen).toBe(await deliverySeen())
    const none = await send(path, { intent: 'save-shipping' })
    expect([none.status, textOf(none.text)]).toEqual([
      409,
      expect.stringContaining(rates((await find('counter-bell'))?.title.en)),
    ])
    expect(newTabsIn(none.text)).toContain(at('counter-bell'))
    expect((await read()).shipping).toHaveLength(2)
  })

  test('offers pick-up, with when, and is content with that in place of shipping', async () => {
    const path = '/dashboard/shelf/shipping'
    const { shipping, pickup } = await read()
    const form = { intent: 'save-shipping', pickup: 'on' }
    const rate = { 'to0-DE': 'on', price0: '4.90' }
    const refused = await send(path, form)
    expect([refused.status, textOf(refused.text)]).toEqual([
      400,
      expect.stringContaining(words.en.shelf.errors.when),
    ])
    const said = { ...form, whenDe: 'ab zwölf' }
    const seen = { seen: await deliverySeen() }
    expect((await send(path, { ...said, payOnPickup: 'on', ...seen })).status).toBe(303)
    expect(await read()).toMatchObject({
      shipping: [],
      pickup: { en: 'ab zwölf', de: 'ab zwölf' },
      payOnPickup: true,
    })
    expect((await look(path)).text).toMatch(/name="payOnPickup" checked/)
    await send(path, { ...said, seen: await deliverySeen() })
    expect(await read()).toMatchObject({ payOnPickup: false })
    expect((await look('/shop', {})).text).toContain('<span lang="de">ab zwölf</span>')
    expect((await look('/de/shop', {})).text).not.toContain('lang="de">ab zwölf')
    const cookie = await fillCart(server, { 'counter-bell': 1 })
    const hidden = await openCheckout(server, cookie)
    expect((await order(server, cookie, hidden, { delivery: 'pickup' })).status).toBe(303)
    const { pickup: _, ...unticked } = said
    // Who offers it no more may leave the times in their fields; where it was not offered, the tick was forgotten.
    const shown = { seen: await deliverySeen() }
    expect((await send(path, { ...unticked, ...rate, ...shown })).status).toBe(303)
    expect((await read()).pickup).toBeUndefined()
    const forgotten = await send(path, { ...unticked, ...rate })
    expect([forgotten.status, textOf(forgotten.text)]).toEqual([
      400,
      expect.stringContaining(words.en.shelf.errors.pickup),
    ])
    expect(field(forgotten.text, 'whenDe').value).toBe('ab zwölf')
    await server.services.catalogue.change(
      (current) => ({ catalogue: { ...current, shipping, pickup } }),
      server.clock.now,
    )
  })

  test('keeps a text in the languages that it was written in, and shows the others what stands in', async () => {
    const path = at('single-origin')
    const german = { ...tea, titleEn: '', titleDe: 'Hochlandkaffee', summaryDe: 'Aus Äthiopien.' }
    const added = await send('/dashboard/shelf/product', german)
    const there = added.location ?? path
    const id = new URLSearchParams(there.split('?')[1]).get('product') ?? ''
    const written = async () =>
      findProduct(await server.services.catalogue.readWritten(server.clock.now), id)
    expect((await written())?.title).toEqual({ en: '', de: 'Hochlandkaffee' })
    expect(await find(id)).toMatchObject({ title: { en: 'Hochlandkaffee' } })
    const english = field((await look(there)).text, 'titleEn')
    expect([english.value, english.placeholder]).toEqual(['', 'Hochlandkaffee'])
    const form = { ...(await shownForm(id)), titleDe: 'Bergkaffee' }
    expect((await send(there, form)).status).toBe(303)
    expect((await look(`/shop?item=${id}`, {})).text).toContain('Bergkaffee')
    expect((await look(`/shop?item=${id}`, {})).text).not.toContain('Hochlandkaffee')
    const cookie = await fillCart(server, { [id]: 2 })
    const checkout = await server.ask('/shop/checkout', { cookie })
    const placed = await order(server, cookie, hiddenIn(checkout.text), {}, 'en')
    const bought = (await look(placed.location, {})).text
    for (const bill of [checkout.text, bought]) {
      for (const foreign of ['Bergkaffee', 'Aus Äthiopien.']) {
        expect(bill).toContain(`<span lang="de">${foreign}</span>`)
      }
      expect(bill).not.toMatch(/lang="\w+">2–3 working days/)
    }
    await send(there, { intent: 'remove' })
  })

  test('sells what is only picked up, once there is pick-up, and keeps that while it does', async () => {
    const current = () => server.services.catalogue.readWritten(server.clock.now)
    const { shipping, pickup } = await current()
    const change = (part: Partial<Catalogue>) =>
      server.services.catalogue.change(
        (catalogue) => ({ catalogue: { ...catalogue, ...part } }),
        server.clock.now,
      )
    const cake = { ...tea, titleEn: 'Poppy seed cake', titleDe: 'Mohnkuchen', delivery: 'pickup' }
    await change({ pickup: undefined })
    const refused = await send('/dashboard/shelf/product', cake)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('id="delivery-error"')
    expect(textOf(refused.text)).toContain(words.en.shelf.errors.noPickup)
    expect(field(refused.text, 'titleEn').value).toBe(cake.titleEn)
    for (const language of languages) {
      const setUp = localizedPath('/dashboard/shelf/shipping', language)
      const { text } = await look(localizedPath('/dashboard/shelf/product', language))
      expect(textOf(text)).toContain(words[language].shelf.pickupMissing)
      expect(newTabsIn(text)).toContain(`${setUp}#pickup`)
      const there = (await look(setUp)).text
      expect(there).toContain(' id="pickup"')
      expect(newTabsIn(there)).toContain(localizedPath('/dashboard/company?details', language))
    }
    await change({ pickup: { en: 'daily', de: 'täglich' } })
    expect((await send('/dashboard/shelf/product', cake)).status).toBe(303)
    expect(await find('poppy-seed-cake')).toMatchObject({ delivery: 'pickup' })
    const item = textOf((await look('/shop?item=poppy-seed-cake', {})).text)
    expect(item).toContain(words.en.shop.onlyPickup)
    const [rate] = shipping
    const without = {
      intent: 'save-shipping',
      'to0-DE': 'on',
      price0: String((rate?.price ?? 0) / 100),
    }
    const kept = await send('/dashboard/shelf/shipping', without)
    expect(kept.status).toBe(409)
    expect(textOf(kept.text)).toContain(rates(cake.titleEn))
    expect(newTabsIn(kept.text)).toContain(at('poppy-seed-cake'))
    await send(at('poppy-seed-cake'), { intent: 'remove' })
    await change({ pickup })
  })

  test('names the categories', async () => {
    const { text } = await look('/dashboard/shelf/categories')
    const fields = Object.fromEntries(
      [...text.matchAll(/name="((?:id|category)\d+\w*)"[^>]*value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    )
    expect(fields.id0).toBe('goods')
    const form = { intent: 'save-categories', ...fields, category0En: 'Things' }
    const room = Object.keys(fields).filter((name) => name.startsWith('id')).length - 1
    const added = { ...form, [`category${room}De`]: 'Süßes' }
    expect((await send('/dashboard/shelf/categories', added)).status).toBe(303)
    const { categories } = await read()
    expect(categories.goods?.en).toBe('Things')
    expect(categories.suesses).toEqual({ en: 'Süßes', de: 'Süßes' })
    const bell = (await find('counter-bell'))?.title.en ?? ''
    const emptied = { ...form, category0En: '', category0De: '' }
    const refused = await send('/dashboard/shelf/categories', emptied)
    expect([refused.status, textOf(refused.text)]).toEqual([
      409,
      expect.stringContaining(words.en.shelf.errors.used.replace('{{name}}', bell)),
    ])
    expect(newTabsIn(refused.text)).toContain(at('counter-bell'))
  })
})
