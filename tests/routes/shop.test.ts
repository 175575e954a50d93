import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sample from '../../app/adapters/json-file/sample-catalogue.json'
import { quantityField, removing } from '../../app/domain/shop/line-fields'
import { temporaryFolder } from '../support/app'
import { elements, field, linksIn, textOf } from '../support/html'
import { openTestServer, type Reply, type TestServer, words } from '../support/test-server'
import { offerPlans } from '../support/till'

const en = words.en.shop
const de = words.de.shop

const onShelf = sample.products.filter(({ kind }) => kind === 'good' || kind === 'service')

let server: TestServer
let changes = 0
const folder = temporaryFolder()
const file = join(folder, 'catalogue.json')

/** Puts this on the shelf, and lets the time pass after which it is noticed. */
function stock(
  change: (product: (typeof sample.products)[number]) => object | undefined = (p) => p,
) {
  const products = sample.products.flatMap((each) => change(each) ?? [])
  // Its length tells a change too where a file's time does not.
  writeFileSync(file, JSON.stringify({ ...sample, products }) + ' '.repeat(++changes))
  server?.clock.forward(60_000)
}

beforeAll(async () => {
  stock()
  server = await openTestServer({ environment: { CATALOGUE: file } })
  await offerPlans(server.services)
})
afterAll(() => server.close())

/** A browser's cookies and the page that it is at. */
class Visitor {
  cookie = ''
  page: Reply = { status: 0, headers: new Headers(), location: '', setCookies: [], text: '' }

  async open(path: string) {
    this.page = await server.ask(path, { cookie: this.cookie })
    return this.page
  }

  /** Sends a form from this path and follows where it leads, as a browser does. */
  async send(path: string, form: Record<string, string>) {
    this.page = await server.ask(path, { cookie: this.cookie, form })
    for (const each of this.page.setCookies) {
      const [pair = ''] = each.split(';', 1)
      if (pair.startsWith('cart=')) this.cookie = pair === 'cart=' ? '' : pair
    }
    const { status, location } = this.page
    if (status === 303) await this.open(location.split('#', 1)[0] ?? '')
    return status
  }

  add(product: string, quantity = '1') {
    return this.send(`/shop?item=${product}`, { intent: 'add', product, quantity })
  }

  change(product: string, quantity: string) {
    return this.send('/shop', { intent: 'change', [quantityField(product)]: quantity })
  }

  /** What the receipt says, in a line. */
  get receipt() {
    return receiptOf(this.page.text)
  }
}

function receiptOf(html: string): string {
  const start = html.indexOf('<aside class="receipt"')
  return textOf(
    html.slice(start, html.indexOf('</aside>', start)).replace(/<\/\w+>/g, ' '),
  ).replace(/\s+/g, ' ')
}

/** What is said aloud. */
function saidIn(html: string): string {
  return textOf(/<(div|p) class="news" role="status">(.*?)<\/\1>/s.exec(html)?.[2] ?? '')
}

function titlesIn(html: string): string[] {
  const list = /<ul class="cards">(.*?)<\/ul>/s.exec(html)?.[1] ?? ''
  return elements(list, 'a')
    .filter(({ attributes }) => attributes.href?.includes('?item='))
    .map(({ text }) => text)
}

let visitor: Visitor
beforeEach(() => {
  visitor = new Visitor()
})

describe('The shelf', () => {
  test('shows goods and services in both languages, and no plans', async () => {
    const english = await server.ask('/shop')
    expect(english.status).toBe(200)
    expect(titlesIn(english.text)).toHaveLength(onShelf.length)
    expect(titlesIn(english.text)[0]).toBe('Counter bell')
    const german = await server.ask('/de/shop')
    expect(titlesIn(german.text)[0]).toBe('Tresenklingel')
    const said = textOf(german.text).replaceAll('\u00a0', ' ')
    expect(said).toContain('34,90 €')
    expect(said).toContain('31,60 € / kg · inkl. MwSt., zzgl. Versand')
    expect(linksIn(german.text)).toContain('/de/shop#shipping')
    for (const page of [english, german, await server.ask('/')]) {
      expect(page.text).not.toContain('desk-plus')
    }
    expect(english.text).not.toContain('category=desks')
    expect((await server.ask('/shop?item=desk-plus')).status).toBe(404)
  })

  test('has no tabs for one category, and nothing about services where there are none', async () => {
    const services = words.en.shop.shippingElse
    const all = (await server.ask('/shop')).text
    expect(all).toContain('class="tabs categories"')
    expect(all).toContain(services)
    stock((each) => (each.kind === 'service' || each.category !== 'goods' ? undefined : each))
    const goods = (await server.ask('/shop')).text
    expect(goods).toContain('id="sending"')
    expect(goods).not.toContain('class="tabs categories"')
    expect(goods).not.toContain(services)
    stock()
  })

  test('offers to search and sort from five products on, folded away while they are few', async () => {
    const { searchAndSort } = words.en.shop
    const shown = async (path: string) => (await server.ask(path)).text
    expect(await shown('/shop')).toContain(searchAndSort)
    let left = 4
    stock((each) => {
      if (each.category !== 'goods') return undefined
      left -= 1
      return left < 0 ? undefined : each
    })
    expect(await shown('/shop')).not.toContain('name="sort"')
    // What was looked for can be changed.
    expect(await shown('/shop?q=cofee')).toContain('name="sort"')
    stock()
  })

  test('finds in spite of a slip, in one category, by price', async () => {
    const found = await server.ask('/shop?q=cofee')
    expect(titlesIn(found.text)).toEqual(['House blend, 250\u00a0g'])
    expect(field(found.text, 'q').value).toBe('cofee')
    const services = await server.ask('/shop?category=services&sort=cheapest')
    expect(titlesIn(services.text)).toEqual(['An evening at the machine', 'An hour of setting up'])
    expect(linksIn(services.text)).toContain('/shop?sort=cheapest')
    expect((await server.ask('/shop?category=nowhere&sort=sideways')).status).toBe(200)
  })

  test('shows many products on pages, which lead to one another', async () => {
    stock((product) =>
      product.id === 'counter-bell'
        ? Array.from({ length: 100 }, (_, n) => ({ ...product, id: `bell-${n}` }))
        : product.id === 'desk-free'
          ? product
          : undefined,
    )
    const seen: string[] = []
    let path: string | undefined = '/de/shop?q=klingel&sort=name'
    for (const page of [1, 2, 3]) {
      const { text } = await server.ask(path ?? '')
      seen.push(...linksIn(text).filter((link) => link.startsWith('/de/shop?item=')))
      expect(textOf(text)).toContain('100 Artikel')
      expect(textOf(text)).toContain(`Seite ${page} von 3`)
      const next = elements(text, 'a').find((link) => link.text === de.pages.next)
      path = next?.attributes.href
    }
    expect(path).toBeUndefined()
    expect(new Set(seen).size).toBe(100)
    expect(seen).toHaveLength(100)
    const last = await server.ask('/shop?page=99')
    expect(titlesIn(last.text)).toHaveLength(4)
    expect(linksIn(last.text)).toContain('/shop?page=2')
    expect(textOf(last.text)).not.toContain(en.pages.next)
    stock()
    expect(textOf((await server.ask('/shop')).text)).not.toContain('Page 1')
  })

  test('says what to do where nothing fits, and shows what was typed as text', async () => {
    const { status, text } = await server.ask('/de/shop?q=%3Cb%3Ezeppelin')
    expect(status).toBe(200)
    expect(textOf(text)).toContain('Zu „<b>zeppelin“ finden wir nichts im Shop.')
    expect(text).not.toContain('<b>zeppelin')
    expect(linksIn(text)).toContain('/de/shop')
  })

  test('says that a product is not there, and shows what is', async () => {
    const { status, text } = await server.ask('/shop?item=zeppelin')
    expect(status).toBe(404)
    expect(textOf(text)).toContain(en.missing)
    expect(titlesIn(text)).toHaveLength(onShelf.length)
  })

  test('is the start page’s too', async () => {
    const { text } = await server.ask('/de')
    const featured = onShelf.filter(({ featured }) => featured)
    expect(titlesIn(text)).toEqual(featured.map(({ title }) => title.de))
    stock((each) => ({ ...each, featured: false }))
    const unmarked = await server.ask('/de')
    expect(titlesIn(unmarked.text)).toEqual(onShelf.slice(0, 3).map(({ title }) => title.de))
    stock()
  })
})

describe('A product', () => {
  test('says itself to search engines in the page’s language, as data and not as markup', async () => {
    stock((each) =>
      each.id === 'counter-bell'
        ? { ...each, description: { en: 'A </script><b>&\u2028bell', de: 'Glocke' }, stock: 2 }
        : each,
    )
    const { text } = await server.ask('/shop?item=counter-bell')
    expect(text.match(/<script/g)).toHaveLength(1)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    expect(json).not.toMatch(/[<>&\u2028]/)
    const address = `${server.origin}/shop?item=counter-bell`
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'Product',
      name: 'Counter bell',
      description: 'A </script><b>&\u2028bell',
      image: `${server.origin}/shop/bell.svg`,
      offers: {
        url: address,
        price: '34.90',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/LimitedAvailability',
      },
    })
    const links = elements(text, 'link').map(({ attributes: { href, hreflang } }) => [
      hreflang,
      href,
    ])
    expect(links).toContainEqual([undefined, address])
    expect(links).toContainEqual(['de', `${server.origin}/de/shop?item=counter-bell`])
    expect(elements(text, 'title')[0]?.text).toBe('Counter bell · Café Morgenrot')
    const german = await server.ask('/de/shop?item=counter-bell')
    expect(german.text).toContain('"description":"Glocke"')
    expect(textOf(german.text)).toContain('Nur noch 2 Stück')
    stock()
  })

  test('that is sold out cannot be ordered', async () => {
    stock((each) => (each.id === 'counter-bell' ? { ...each, stock: 0 } : each))
    const { text } = await server.ask('/shop?item=counter-bell')
    expect(textOf(text)).toContain(en.soldOut)
    expect(text).not.toContain('value="add"')
    expect(await visitor.add('counter-bell')).toBe(409)
    stock()
  })
})

describe('The cart', () => {
  test('is named with its count at the head of every page, of who has something in it', async () => {
    const pages = ['/', '/chat', '/imprint', '/login', '/shop', '/no-such-page']
    const named = async () => {
      const texts = []
      for (const path of pages) texts.push((await visitor.open(path)).text)
      return texts.map((text) => /href="\/shop#receipt">(Cart \(\d+\))</.exec(text)?.[1])
    }
    expect(await named()).toEqual(pages.map(() => undefined))
    await visitor.add('counter-bell', '2')
    expect(await named()).toEqual(pages.map(() => 'Cart (2)'))
    const { cookie } = visitor
    visitor.cookie = ''
    expect(await named()).toEqual(pages.map(() => undefined))
    visitor.cookie = cookie
    expect((await visitor.open('/de/chat')).text).toContain('>Warenkorb (2)<')
  })

  test('is filled by somebody who lands on a product, changed and emptied', async () => {
    expect(await visitor.add('house-coffee', '2')).toBe(303)
    expect(saidIn(visitor.page.text)).toBe('House blend, 250\u00a0g is in your cart.')
    expect(visitor.receipt).toContain('Subtotal €15.80 Shipping to Germany €4.90 Total €20.70')
    expect(visitor.page.headers.get('Cache-Control')).toBe('private, no-store')
    expect(await visitor.add('counter-bell')).toBe(303)
    expect(visitor.receipt).toContain('Counter bell €34.90')
    expect(await visitor.change('house-coffee', '3')).toBe(303)
    expect(saidIn(visitor.page.text)).toBe('House blend, 250\u00a0g: now 3 in your cart.')
    expect(visitor.receipt).toContain('3 × €7.90')
    await visitor.open('/de/shop')
    expect(visitor.receipt).toContain('58,60 €')
    expect(visitor.receipt).toContain('Versand nach Deutschland kostenlos')
    for (const product of ['house-coffee', 'counter-bell']) {
      expect(await visitor.send('/de/shop', { intent: removing(product) })).toBe(303)
    }
    expect(saidIn(visitor.page.text)).toBe('Tresenklingel ist aus dem Warenkorb entfernt.')
    expect(visitor.receipt).toContain(de.empty)
    expect(visitor.cookie).toBe('')
  })

  test('is filled from the shelf too, one at a time, but not with what is sold out', async () => {
    stock((each) => (each.id === 'open-sign' ? { ...each, stock: 0 } : each))
    const path = '/shop?category=goods'
    const shelf = (await visitor.open(path)).text
    expect(shelf).toContain(`aria-label="${en.addThis.replace('{{title}}', 'Counter bell')}"`)
    expect(shelf).not.toContain('name="product" value="open-sign"')
    const one = { intent: 'add', product: 'counter-bell', quantity: '1' }
    expect(await visitor.send(path, one)).toBe(303)
    expect(saidIn(visitor.page.text)).toBe('Counter bell is in your cart.')
    stock((each) => (each.id === 'counter-bell' ? { ...each, stock: 1 } : each))
    expect(await visitor.send(path, one)).toBe(409)
    expect(visitor.page.text).toContain('id="counter-bell-error"')
    stock()
  })

  test('leads back to where one was', async () => {
    const form = { intent: 'add', product: 'counter-bell', quantity: '1' }
    const { location } = await server.ask('/de/shop?q=bell&sort=name&out=x', { form })
    expect(location).toBe('/de/shop?q=bell&sort=name&in=counter-bell#add-counter-bell')
    const { text } = await server.ask(location.split('#', 1)[0] ?? '')
    expect(text).toContain('id="add-counter-bell"')
  })

  test.each(['0', '-1', '1.5', 'two', ''])('refuses %j of a thing beside its field', async (n) => {
    expect(await visitor.add('counter-bell', n)).toBe(400)
    expect(field(visitor.page.text, 'quantity')).toMatchObject({
      value: n,
      invalid: true,
      focused: true,
      described: words.en.shop.errors.quantityAdd.replace('{{most}}', '24'),
    })
    expect(visitor.cookie).toBe('')
  })

  test('refuses more than there are, with what is in it already', async () => {
    await visitor.add('open-sign', '8')
    expect(await visitor.add('open-sign', '2')).toBe(409)
    expect(textOf(visitor.page.text)).toContain('Only 9 left, and 8 of them are in your cart.')
    expect(await visitor.add('counter-bell', '500')).toBe(409)
    expect(textOf(visitor.page.text)).toContain('Only 24 left.')
    expect(await visitor.change('open-sign', '10')).toBe(409)
    expect(visitor.receipt).toContain('Only 9 left.')
    expect(visitor.page.text).toMatch(/<input[^>]* aria-invalid="true"[^>]* value="10"/)
  })

  test('leads to the checkout with the quantities that stand in it', async () => {
    await visitor.add('house-coffee')
    await visitor.add('open-sign', '2')
    const quantities = { 'q-house-coffee': '3', 'q-open-sign': '4' }
    expect(await visitor.send('/de/shop', { intent: 'checkout', ...quantities })).toBe(303)
    const till = textOf(visitor.page.text)
    for (const line of ['3 × Hausmischung', '4 × Türschild']) expect(till).toContain(line)
    const wrong = { ...quantities, 'q-open-sign': '10' }
    expect(await visitor.send('/de/shop', { intent: 'checkout', ...wrong })).toBe(409)
    expect(visitor.receipt).toContain('Es sind nur noch 9 da.')
  })

  test('shows higher prices, lower stock and removed products until the next change', async () => {
    await visitor.add('open-sign', '5')
    await visitor.add('house-coffee')
    await visitor.add('counter-bell')
    stock((each) => {
      if (each.id === 'open-sign') return { ...each, stock: 2 }
      if (each.id === 'house-coffee') return { ...each, price: 890 }
      return each.id === 'counter-bell' ? undefined : each
    })
    for (const _ of ['now', 'and again']) {
      await visitor.open('/shop')
      const said = saidIn(visitor.page.text)
      expect(said).toContain('Only 2 of Door sign, two-sided are left; you had 5')
      expect(said).toContain('House blend, 250\u00a0g now costs €8.90 instead of €7.90.')
      expect(said).toContain(en.goneNameless)
    }
    expect(visitor.receipt).toContain('Subtotal €46.70')
    await visitor.change('house-coffee', '2')
    expect(saidIn(visitor.page.text)).toBe('House blend, 250\u00a0g: now 2 in your cart.')
    stock()
  })

  test('holds one plan, says which one went, and asks for a desk', async () => {
    await visitor.add('desk-plus')
    expect(visitor.receipt).toContain(en.deskNeeded)
    await visitor.add('desk-pro')
    expect(saidIn(visitor.page.text)).toContain('Desk Pro is in your cart instead of Desk Plus')
    expect(visitor.receipt).not.toContain('Desk Plus €')
    expect(await visitor.add('desk-free')).toBe(404)
  })

  test('survives signing in', async () => {
    await visitor.add('desk-plus')
    const owner = await server.signUp()
    visitor.cookie = `${visitor.cookie}; ${owner.cookie}`
    await visitor.open('/shop')
    expect(visitor.receipt).toContain('Desk Plus')
    expect(visitor.receipt).not.toContain(en.deskNeeded)
  })

  test('says so where a browser refuses cookies', async () => {
    const form = { intent: 'add', product: 'counter-bell', quantity: '1' }
    const { location } = await server.ask('/shop', { form })
    const { text } = await server.ask(location.split('#', 1)[0] ?? '')
    expect(saidIn(text)).toBe(en.cookies)
  })

  test('that somebody made up is empty, and a broken form does no harm', async () => {
    await visitor.add('counter-bell')
    const half = Math.floor(visitor.cookie.length / 2)
    const sign = visitor.cookie[half] === 'A' ? 'B' : 'A'
    visitor.cookie = visitor.cookie.slice(0, half) + sign + visitor.cookie.slice(half + 1)
    await visitor.open('/shop')
    expect(visitor.page.status).toBe(200)
    expect(visitor.receipt).toContain(en.empty)
    const headers = { Origin: server.origin, 'Content-Type': 'application/json' }
    for (const body of ['{', '', 'x'.repeat(5_000)]) {
      const { status } = await server.ask('/shop', { method: 'POST', body, headers })
      expect([400, 404, 415]).toContain(status)
    }
  })

  test('is shown to nobody else, though a page without one is kept', async () => {
    await visitor.add('counter-bell')
    await visitor.open('/shop')
    const stranger = await server.ask('/shop')
    expect(receiptOf(stranger.text)).toContain(en.empty)
    expect(stranger.headers.get('ETag')).toBeTruthy()
    await visitor.open('/shop')
    expect(visitor.receipt).toContain('Counter bell')
  })

  test('is shown to its visitor alone', async () => {
    const other = new Visitor()
    await visitor.add('counter-bell')
    await other.add('house-coffee')
    for (const path of ['/shop', '/shop?item=stoneware-cup', '/privacy', '/de/shop']) {
      for (const one of [visitor, other, visitor]) {
        await one.open(path)
        expect(one.page.headers.get('ETag')).toBeNull()
        expect(one.page.text).toContain(path.startsWith('/de') ? 'Warenkorb (1)' : 'Cart (1)')
      }
    }
    await visitor.open('/shop')
    await other.open('/shop')
    expect(other.receipt).toContain('House blend')
    expect(other.receipt).not.toContain('Counter bell')
    expect(visitor.receipt).toContain('Counter bell')
    expect(visitor.page.headers.get('Cache-Control')).toBe('private, no-store')
  })
})

test('A shop without real legal texts is closed, calmly', async () => {
  const closed = await openTestServer({ environment: { LEGAL: '' } })
  try {
    for (const path of ['/shop', '/shop?item=counter-bell']) {
      const { status, text } = await closed.ask(path)
      expect(status).toBe(503)
      expect(textOf(text)).toContain(en.closed)
      expect(text).not.toContain('34.90')
    }
    const form = { intent: 'add', product: 'counter-bell', quantity: '1' }
    const refused = await closed.ask('/shop', { form })
    expect(refused.status).toBe(503)
    expect(refused.setCookies).toEqual([])
    expect(titlesIn((await closed.ask('/')).text)).toEqual([])
  } finally {
    await closed.close()
  }
})
