import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { elements } from '../support/html'
import { openTestServer, type TestServer } from '../support/test-server'
import { parseXml, type XmlElement } from '../support/xml'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

afterAll(() => server.close())

async function read(path: string): Promise<XmlElement> {
  const { status, headers, text } = await server.ask(path)
  expect(status).toBe(200)
  expect(headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  return parseXml(text)
}

/** What a child says; throws unless there is exactly one of its name. */
function only(element: XmlElement, name: string): string {
  const [child, more] = element.children.filter((each) => each.name === name)
  if (!child || more) throw new Error(`${element.name} needs one ${name}`)
  return child.text
}

interface Listed {
  address: string
  /** Addresses by language. */
  alternates: Record<string, string>
}

/** The entries of a set of addresses, checked against the schema of sitemaps 0.9. */
async function readSet(path: string): Promise<Listed[]> {
  const root = await read(path)
  expect([root.name, root.attributes, root.text.trim()]).toEqual([
    'urlset',
    {
      xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
      'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
    },
    '',
  ])
  return root.children.map((url) => {
    // The schema wants the address first and takes elements of other namespaces after it.
    expect(url.children.map(({ name }) => name)).toEqual(['loc', ...Array(3).fill('xhtml:link')])
    expect(url).toMatchObject({ name: 'url', attributes: {} })
    const links = url.children.slice(1).map(({ attributes }) => {
      expect(attributes).toEqual({
        rel: 'alternate',
        hreflang: expect.any(String),
        href: expect.any(String),
      })
      return [attributes.hreflang, attributes.href]
    })
    return { address: only(url, 'loc'), alternates: Object.fromEntries(links) }
  })
}

describe('the sitemaps', () => {
  it('list every page in every language, and each page leads to its translations and back', async () => {
    const listed = await readSet('/sitemap.xml')
    const byAddress = new Map(listed.map((each) => [each.address, each.alternates]))
    expect(byAddress.size).toBe(listed.length)
    expect(byAddress.size).toBeGreaterThanOrEqual(8)
    for (const { address, alternates } of listed) {
      expect(Object.keys(alternates).sort()).toEqual(['de', 'en', 'x-default'])
      expect(alternates['x-default']).toBe(alternates.en)
      for (const each of Object.values(alternates)) expect(byAddress.get(each)).toEqual(alternates)
      expect(Object.values(alternates)).toContain(address)
      expect(new URL(address).origin).toBe(server.origin)
    }
  })

  it('list pages that are there, by the address that they give themselves', async () => {
    for (const { address, alternates } of await readSet('/sitemap.xml')) {
      const { status, text } = await server.ask(address.slice(server.origin.length))
      expect(status, address).toBe(200)
      const links = elements(text, 'link').map(({ attributes }) => attributes)
      expect(links.find(({ rel }) => rel === 'canonical')?.href).toBe(address)
      const own = links.filter(({ rel }) => rel === 'alternate')
      expect(Object.fromEntries(own.map(({ hreflang, href }) => [hreflang, href]))).toEqual(
        alternates,
      )
    }
  })

  it('of one language each make up the whole', async () => {
    const [whole, english, german] = await Promise.all(
      ['/sitemap.xml', '/en-sitemap.xml', '/de-sitemap.xml'].map(readSet),
    )
    expect(english?.map(({ alternates, address }) => alternates.en === address)).not.toContain(
      false,
    )
    expect(german?.map(({ alternates, address }) => alternates.de === address)).not.toContain(false)
    const addresses = (set: Listed[] = []) => set.map(({ address }) => address).sort()
    expect(addresses([...(english ?? []), ...(german ?? [])])).toEqual(addresses(whole))
  })

  it('are listed by the index, which robots.txt names', async () => {
    const { status, text, headers } = await server.ask('/robots.txt')
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    const index = /^Sitemap: (.+)$/m.exec(text)?.[1] ?? ''
    expect(index).toBe(`${server.origin}/index-sitemap.xml`)
    const root = await read('/index-sitemap.xml')
    expect(root.name).toBe('sitemapindex')
    expect(root.attributes).toEqual({ xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' })
    expect(root.children.map((each) => [each.name, only(each, 'loc')])).toEqual([
      ['sitemap', `${server.origin}/en-sitemap.xml`],
      ['sitemap', `${server.origin}/de-sitemap.xml`],
    ])
  })

  it('do not believe a proxy about our name', async () => {
    for (const path of ['/sitemap.xml', '/index-sitemap.xml', '/robots.txt']) {
      const { text } = await server.ask(path, { headers: { 'X-Forwarded-Host': 'evil.example' } })
      expect(text).not.toContain('evil.example')
    }
  })
})

describe('robots.txt', () => {
  it('closes the desk and conversations, in both languages, and nothing that the sitemap lists', async () => {
    const { text } = await server.ask('/robots.txt')
    const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
    const isClosed = (path: string) => closed.some((each) => path.startsWith(each))
    for (const path of [
      '/dashboard/tickets',
      '/de/dashboard',
      '/chat?t=1',
      '/de/chat?t=1',
      '/live',
    ]) {
      expect(isClosed(path), path).toBe(true)
    }
    for (const { address } of await readSet('/sitemap.xml')) {
      expect(isClosed(address.slice(server.origin.length)), address).toBe(false)
    }
  })
})
